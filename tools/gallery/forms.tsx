import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ActionSelect } from '#design/action-select.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Field, type FieldControl, FieldError } from '#design/field.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { Input } from '#design/input.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { Switch } from '#design/switch.tsx';
import { SwitchField } from '#design/switch-field.tsx';
import { Textarea } from '#design/textarea.tsx';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider, useShop } from '#shared/shop-context.tsx';
import { LONG_NAME, Specimen, State } from './specimen.tsx';

const nothing = () => {};

const STATUSES = ['Pending', 'Processing', 'Completed'];

const STATES = [
  { label: 'Name' },
  { label: 'Name with a hint', hint: 'As on the invitation.' },
  { label: 'Name that is required', required: true },
  { label: 'Name that is refused', error: 'Name must be at least 2 characters' },
  { label: LONG_NAME, hint: LONG_NAME, error: LONG_NAME },
];

/** A control in every state of its field. */
function Fields({ control }: { control: (given: FieldControl & { disabled?: boolean }) => React.ReactNode }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {STATES.map((state) => (
        <Field key={state.label} {...state}>
          {control}
        </Field>
      ))}
      <Field label="Name that cannot be changed">{(given) => control({ ...given, disabled: true })}</Field>
    </div>
  );
}

export function Forms() {
  const [isOn, setOn] = useState(true);
  const [status, setStatus] = useState('Pending');
  const { control } = useForm({ defaultValues: { isActive: true } });
  const shop = useShop();
  const asking: ShopInfo = { ...shop, signIn: { ...shop.signIn, captcha: { kind: 'altcha', siteKey: '' } } };
  return (
    <>
      <Specimen name="Field">
        <Field label="Name" hint="A field gives its control a label, a hint and an error.">
          {(given) => <Input {...given} placeholder="Any control" />}
        </Field>
      </Specimen>
      <Specimen name="FieldError">
        <State label="of a group of controls; nothing without a text">
          <FieldError>Choose at least one category</FieldError>
          <FieldError>{undefined}</FieldError>
        </State>
      </Specimen>
      <Specimen name="Input">
        <Fields control={(control) => <Input {...control} defaultValue="Ẹwà Ọṣun" />} />
      </Specimen>
      <Specimen name="Textarea">
        <Fields control={(control) => <Textarea {...control} rows={2} defaultValue="Ẹwà Ọṣun" />} />
      </Specimen>
      <Specimen name="Select">
        <Fields
          control={(control) => (
            <Select {...control}>
              <option>Gele</option>
              <option>{LONG_NAME}</option>
            </Select>
          )}
        />
      </Specimen>
      <Specimen name="ActionSelect">
        <State label="acts at once, but for keys on the closed list: on Enter; busy">
          <ActionSelect aria-label="Status" value={status} onChoose={setStatus}>
            {STATUSES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </ActionSelect>
          <output>{status}</output>
          <ActionSelect aria-label="Status, busy" busy value="pending" onChoose={nothing} />
        </State>
      </Specimen>
      <Specimen name="TextField, TextareaField, SelectField">
        <div className="grid gap-5 sm:grid-cols-2">
          {STATES.map((state) => (
            <TextField key={state.label} {...state} defaultValue="Ẹwà Ọṣun" />
          ))}
          <TextareaField label="Description" hint="At most 2,000 characters." rows={2} />
          <SelectField label="Category" error="Category is required" required>
            <option>Gele</option>
            <option>{LONG_NAME}</option>
          </SelectField>
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <State label="selected, not selected, disabled, long">
          <Checkbox label="Featured" defaultChecked />
          <Checkbox label="Featured" />
          <Checkbox label="Featured" disabled />
          <Checkbox label={LONG_NAME} />
        </State>
      </Specimen>
      <Specimen name="Switch">
        <State label="on or off, busy, with a hidden label, long">
          <Switch checked={isOn} onCheckedChange={setOn} label="Active" />
          <Switch checked busy onCheckedChange={nothing} label="Busy" />
          <Switch checked={isOn} onCheckedChange={setOn} label="Active, without its label" hideLabel />
          <Switch checked={isOn} onCheckedChange={setOn} label={LONG_NAME} />
        </State>
      </Specimen>
      <Specimen name="SwitchField">
        <SwitchField control={control} name="isActive" label="Active, as a field of a form" />
      </Specimen>
      <Specimen name="SearchBox">
        <SearchBox value="" onSearch={nothing} label="Search products" placeholder="Search" />
        <SearchBox value={LONG_NAME} onSearch={nothing} label="Search for a long name" />
      </Specimen>
      <Specimen name="FileDrop">
        <FileDrop
          label="Choose images"
          hint="JPEG, PNG or WebP."
          accept="image/*"
          multiple
          onFiles={nothing}
        />
        <FileDrop label="Choose files" folder="Choose a folder" accept="image/*" multiple onFiles={nothing} />
        <FileDrop label="Choose nothing" accept="image/*" disabled onFiles={nothing} />
      </Specimen>
      <Specimen name="CaptchaField">
        {/* Without CAPTCHA in the settings the server has no question: this is how a missing answer looks. */}
        <ShopProvider shop={asking}>
          <CaptchaField />
        </ShopProvider>
      </Specimen>
    </>
  );
}
