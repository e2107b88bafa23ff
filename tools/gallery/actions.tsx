import { Pencil, Plus } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { CopyButton } from '#design/copy-button.tsx';
import { ExternalLink } from '#design/external-link.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { RowButton } from '#design/row-button.tsx';
import { SiteLink } from '#design/site-link.tsx';
import { Spinner } from '#design/spinner.tsx';
import { LONG_NAME, Specimen, State } from './specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'outline', 'ghost', 'danger', 'whatsapp', 'link'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;

export function Actions() {
  return (
    <>
      <Specimen name="Button">
        {VARIANTS.map((variant) => (
          <State key={variant} label={variant}>
            <Button variant={variant}>Save</Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy>
              Busy
            </Button>
          </State>
        ))}
        <State label="sizes">
          {SIZES.map((size) => (
            <Button key={size} size={size}>
              {size}
            </Button>
          ))}
          <Button size="icon" aria-label="Add">
            <Plus aria-hidden="true" />
          </Button>
        </State>
        <State label="a long name">
          <Button>{LONG_NAME}</Button>
        </State>
        <State label="with a label of its own while it is busy">
          <Button busyLabel="Saving...">Save</Button>
          <Button busy busyLabel="Saving...">
            Save
          </Button>
        </State>
      </Specimen>
      <Specimen name="CopyButton">
        <State label="says when it has copied">
          <CopyButton text="The copied text" label="Copy the text" />
        </State>
      </Specimen>
      <Specimen name="RowButton">
        <State label="in a row">
          <RowButton>Revoke</RowButton>
        </State>
      </Specimen>
      <Specimen name="IconButton">
        <State label="usual, disabled, busy">
          <IconButton label="Edit">
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label="Edit, disabled" disabled>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label="Edit, busy" busy>
            <Pencil aria-hidden="true" />
          </IconButton>
        </State>
      </Specimen>
      <Specimen name="LinkButton">
        <State label={VARIANTS.join(', ')}>
          {VARIANTS.map((variant) => (
            <LinkButton key={variant} to="/products" variant={variant}>
              All products
            </LinkButton>
          ))}
        </State>
      </Specimen>
      <Specimen name="Chip">
        <State label="current, not current, long">
          <Chip current>
            <a href="#light">Current</a>
          </Chip>
          <Chip>
            <a href="#light">Another</a>
          </Chip>
          <Chip>
            <a href="#light">
              <span className="truncate">{LONG_NAME}</span>
            </a>
          </Chip>
        </State>
      </Specimen>
      <Specimen name="ExternalLink">
        <ExternalLink href="https://example.com/" className="link justify-self-start">
          Opens in a new tab
        </ExternalLink>
      </Specimen>
      <Specimen name="SiteLink">
        <SiteLink href="/products" className="link justify-self-start">
          A page of this shop, or another site
        </SiteLink>
      </Specimen>
      <Specimen name="Spinner">
        <State label="alone, and inside of a text">
          <Spinner />
          <span>
            Sending <Spinner />
          </span>
        </State>
      </Specimen>
    </>
  );
}
