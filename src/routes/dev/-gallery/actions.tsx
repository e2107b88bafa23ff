import { Plus } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { ExternalLink } from '#design/external-link.tsx';
import { SiteLink } from '#design/site-link.tsx';
import { SkipLink } from '#design/skip-link.tsx';
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
          <Button size="icon-sm" aria-label="Add one">
            <Plus aria-hidden="true" />
          </Button>
          <Button size="icon" aria-label="Add">
            <Plus aria-hidden="true" />
          </Button>
        </State>
        <State label="a long name">
          {/* A label stays on one line: a name in it is cut off. */}
          <Button className="max-w-full">
            <span className="truncate">{LONG_NAME}</span>
          </Button>
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
      <Specimen name="SkipLink">
        <State label="appears at the top of the page when it has the focus">
          <SkipLink target="light" />
        </State>
      </Specimen>
      <Specimen name="Spinner">
        <State label="with a label for screen readers, and inside of a text">
          <Spinner label="Loading" />
          <span>
            Sending <Spinner />
          </span>
        </State>
      </Specimen>
    </>
  );
}
