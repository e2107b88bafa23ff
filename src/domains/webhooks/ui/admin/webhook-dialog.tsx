import { type ComponentProps, useId, useState } from 'react';
import { Checkbox } from '#design/checkbox.tsx';
import { TextField } from '#design/form-fields.tsx';
import { SubmitDialog } from '#design/submit-dialog.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhook-events.ts';
import { EVENT_LABELS } from '../../messages.ts';
import { MAX_WEBHOOK_NAME, MAX_WEBHOOK_URL } from '../../webhook-limits.ts';

interface WebhookFields {
  name: string;
  url: string;
  events: WebhookEvent[];
}

/** Completes 'Nobody but you should be able to …'. */
export const SEND_ORDERS = 'send orders to another program';

/**
 * A dialog with what a webhook is made of: `initial`, also when that changes, and over it what was edited. `error`: of
 * the last attempt to save it.
 */
export function WebhookDialog({
  initial = { name: '', url: '', events: [] },
  error,
  onSubmit,
  ...dialog
}: Pick<ComponentProps<typeof SubmitDialog>, 'title' | 'description' | 'submitLabel' | 'busy' | 'onClose'> & {
  initial?: WebhookFields;
  error: unknown;
  onSubmit: (fields: WebhookFields) => Promise<void> | void;
}) {
  const eventsId = useId();
  const [edited, setEdited] = useState<Partial<Pick<WebhookFields, 'name' | 'url'>>>({});
  const [chosen, setChosen] = useState<Partial<Record<WebhookEvent, boolean>>>({});
  const [opened] = useState(initial);
  const fields: WebhookFields = {
    name: edited.name ?? initial.name,
    url: edited.url ?? initial.url,
    events: WEBHOOK_EVENTS.filter((event) => chosen[event] ?? initial.events.includes(event)),
  };
  const [isRefused, setRefused] = useState(false);
  /** The URL that the shop refused. */
  const [sentUrl, setSentUrl] = useState('');
  const name = fields.name.trim();
  const url = fields.url.trim();
  const hasUrl = /^https?:\/\/./i.test(url) && URL.canParse(url);
  // What is as it was is not edited: what others save then takes its place.
  const set = (field: keyof typeof edited, value: string) =>
    setEdited((now) => ({ ...now, [field]: value === initial[field] ? undefined : value }));
  /** What others saved over it since. */
  const savedSince = (field: keyof typeof edited) =>
    edited[field] !== undefined && initial[field] !== opened[field]
      ? `Saved now: ${initial[field]}`
      : undefined;
  const submit = () => {
    if (name === '' || !hasUrl || fields.events.length === 0) return setRefused(true);
    setSentUrl(url);
    void onSubmit({ ...fields, name, url });
  };
  const refusal =
    codeOf(error) === 'WEBHOOK_URL_REFUSED' && url === sentUrl
      ? `This address is not possible. ${dataOf<{ reason: string }>(error).reason}.`
      : undefined;
  return (
    <SubmitDialog {...dialog} onSubmit={submit}>
      <TextField
        label="Name"
        hint={savedSince('name') ?? 'Which program it tells'}
        required
        error={isRefused && name === '' ? 'Name is required' : undefined}
        value={fields.name}
        maxLength={MAX_WEBHOOK_NAME}
        autoComplete="off"
        onChange={({ target }) => set('name', target.value)}
      />
      <TextField
        label="URL"
        hint={savedSince('url') ?? 'An https address that the other program gives you'}
        type="url"
        inputMode="url"
        required
        error={isRefused && !hasUrl ? 'Please enter an address that begins with https://' : refusal}
        value={fields.url}
        maxLength={MAX_WEBHOOK_URL}
        autoComplete="off"
        onChange={({ target }) => set('url', target.value)}
      />
      <fieldset aria-describedby={eventsId}>
        <legend className="font-semibold">What it sends</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            checked={fields.events.includes(event)}
            onChange={({ target: { checked } }) =>
              setChosen((now) => ({
                ...now,
                [event]: checked === initial.events.includes(event) ? undefined : checked,
              }))
            }
            label={EVENT_LABELS[event]}
          />
        ))}
        <p id={eventsId} role="alert" className="text-danger text-sm">
          {isRefused && fields.events.length === 0 ? 'Please choose what is sent' : null}
        </p>
      </fieldset>
    </SubmitDialog>
  );
}
