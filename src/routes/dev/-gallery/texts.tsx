import { PackageOpen } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { Breadcrumbs } from '#design/breadcrumbs.tsx';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Image } from '#design/image.tsx';
import { Logo } from '#design/logo.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Price } from '#design/price.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { QrCode } from '#design/qr-code.tsx';
import { QuantityBadge } from '#design/quantity-badge.tsx';
import { Reference } from '#design/reference.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Section } from '#design/section.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { VisuallyHidden } from '#design/visually-hidden.tsx';
import { kobo } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { LONG_NAME, LONG_WORD, Specimen, State } from './specimen.tsx';

const VARIANTS = ['neutral', 'success', 'warning', 'info', 'danger', 'promo', 'outline'] as const;
const INCIDENT = '0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b';

export function Texts() {
  const { name, currency, timeZone } = useShop();
  return (
    <>
      <Specimen name="Badge">
        <State label={VARIANTS.join(', ')}>
          {VARIANTS.map((variant) => (
            <Badge key={variant} variant={variant}>
              {variant}
            </Badge>
          ))}
          <Badge className="block max-w-full truncate">{LONG_NAME}</Badge>
        </State>
      </Specimen>
      <Specimen name="Breadcrumbs">
        <Breadcrumbs
          links={[
            { key: 'shop', link: <a href="#light">Shop</a> },
            { key: 'long', link: <a href="#light">{LONG_NAME}</a> },
          ]}
          current={LONG_WORD}
        />
      </Specimen>
      <Specimen name="Card">
        <Card>{LONG_WORD}</Card>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState icon={<PackageOpen />} title="No products yet" action={<Button>New Product</Button>}>
          The first one appears here.
        </EmptyState>
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState title="Failed to fetch products" onRetry={() => {}}>
          Please check your connection and try again.
        </ErrorState>
        <ErrorState title={LONG_NAME} onRetry={() => {}} busy />
      </Specimen>
      <Specimen name="Image">
        <State label="in the width it is shown at">
          <Image
            src="/uploads/placeholder.jpg"
            alt="What a product without an image shows"
            width={1200}
            height={1500}
            sizes="96px"
            className="h-30 w-24"
          />
        </State>
      </Specimen>
      <Specimen name="Logo">
        <State label="the name of this shop, and a long one">
          <Logo name={name} />
          <Logo name={LONG_NAME.slice(0, 60)} />
        </State>
      </Specimen>
      <Specimen name="PageHeading">
        <PageHeading title="Products" lead="72 products." actions={<Button>New Product</Button>} />
        <PageHeading title={LONG_NAME} lead={LONG_WORD} />
      </Specimen>
      <Specimen name="Price">
        <State label="plain, reduced, highest">
          <Price amount={kobo(1_250_000)} currency={currency} />
          <Price amount={kobo(1_000_000)} listAmount={kobo(1_250_000)} promo currency={currency} />
          <Price amount={kobo(999_999_999_999)} currency={currency} />
        </State>
      </Specimen>
      <Specimen name="ProgressBar">
        <ProgressBar label="Upload" value={0.4} />
        <ProgressBar label="Upload of unknown size" value={undefined} />
      </Specimen>
      <Specimen name="QrCode">
        <QrCode text="https://example.com/" label="A code that leads to example.com" className="size-32" />
      </Specimen>
      <Specimen name="QuantityBadge">
        <State label="1, 100, and 0, which is not shown">
          {[1, 100, 0].map((count) => (
            <span key={count} className="relative inline-block size-11 border">
              <QuantityBadge count={count} />
            </span>
          ))}
        </State>
      </Specimen>
      <Specimen name="Reference">
        <Reference id={INCIDENT} />
      </Specimen>
      <Specimen name="RelativeTime">
        <RelativeTime iso="2026-11-20T18:05:00Z" timeZone={timeZone} />
      </Specimen>
      <Specimen name="Section">
        <Section title={LONG_NAME} action={<a href="#light">See everything</a>}>
          Its content.
        </Section>
      </Specimen>
      <Specimen name="Selvedge">
        <Selvedge />
        <Selvedge fine />
      </Specimen>
      <Specimen name="Skeleton">
        <Skeleton className="h-16" />
      </Specimen>
      <Specimen name="VisuallyHidden">
        <p>
          A sentence with a part that only screen readers read.<VisuallyHidden> This one.</VisuallyHidden>
        </p>
      </Specimen>
    </>
  );
}
