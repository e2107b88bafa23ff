import { PackageOpen } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { BelowFold } from '#design/below-fold.tsx';
import { BreakableText } from '#design/breakable-text.tsx';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Image } from '#design/image.tsx';
import { Loading } from '#design/loading.tsx';
import { Logo } from '#design/logo.tsx';
import { Money } from '#design/money.tsx';
import { NameCell } from '#design/name-cell.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Price } from '#design/price.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { QrCode } from '#design/qr-code.tsx';
import { QueryError } from '#design/query-error.tsx';
import { Reference } from '#design/reference.tsx';
import { ExactTime, RelativeTime, RowTime } from '#design/relative-time.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { kobo } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { LONG_NAME, LONG_WORD, Specimen, State } from './specimen.tsx';

const VARIANTS = ['neutral', 'success', 'warning', 'info', 'danger', 'promo', 'outline'] as const;
const INSTANT = '2026-11-20T18:05:00Z';
const INCIDENT = '0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b';

export function Texts() {
  const { name } = useShop();
  return (
    <>
      <Specimen name="Badge">
        <State label={VARIANTS.join(', ')}>
          {VARIANTS.map((variant) => (
            <Badge key={variant} variant={variant}>
              {variant}
            </Badge>
          ))}
          <Badge>{LONG_NAME}</Badge>
        </State>
      </Specimen>
      <Specimen name="BreakableText">
        <p className="wrap-anywhere w-40">
          <BreakableText>emeka.nwosu@demo.example</BreakableText>
        </p>
        <p className="wrap-anywhere w-40">
          <BreakableText>https://hooks.example/shop/orders?key=0123456789</BreakableText>
        </p>
      </Specimen>
      <Specimen name="Card">
        <Card>{LONG_WORD}</Card>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState icon={<PackageOpen />} title="No products yet" action={<Button>New Product</Button>}>
          The first one appears here.
        </EmptyState>
        <EmptyState title="Nothing matches" link={{ to: '/products', text: 'See all products' }} />
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState title="Failed to fetch products" onRetry={() => {}}>
          Please check your connection and try again.
        </ErrorState>
        <ErrorState title={LONG_NAME} onRetry={() => {}} busy />
      </Specimen>
      <Specimen name="QueryError">
        <QueryError
          query={{ error: new Error(), isFetching: false, refetch: () => {} }}
          title="Failed to fetch products"
          description="Please check your connection and try again."
        />
      </Specimen>
      <Specimen name="Image">
        <State label="in the width it is shown at">
          <Image
            image={{ url: '/uploads/placeholder.jpg', width: 1200, height: 1500 }}
            alt="What a product without an image shows"
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
      <Specimen name="Money">
        <p className="tabular-nums">
          <Money amount={12_500} />, <Money amount={0.5} />, <Money amount={9_999_999_999.99} />,{' '}
          <Money amount={12_500} className="font-display text-2xl" />
        </p>
      </Specimen>
      <Specimen name="PageHeading">
        <PageHeading title="Products" lead="72 products." actions={<Button>New Product</Button>} />
        <PageHeading title={LONG_NAME} lead={LONG_WORD} />
      </Specimen>
      <Specimen name="Price">
        <State label="plain, reduced, highest">
          <Price amount={kobo(1_250_000)} />
          <Price amount={kobo(1_000_000)} listAmount={kobo(1_250_000)} promo />
          <Price amount={kobo(999_999_999_999)} />
        </State>
      </Specimen>
      <Specimen name="ProgressBar">
        <ProgressBar label="Upload" value={0.4} />
        <ProgressBar label="Upload of unknown size" value={undefined} />
      </Specimen>
      <Specimen name="QrCode">
        <QrCode text="https://example.com/" label="A code that leads to example.com" className="size-32" />
      </Specimen>
      <Specimen name="BelowFold">
        <BelowFold>
          <p>Shown at once in a document, after the first paint in a new page.</p>
        </BelowFold>
      </Specimen>
      <Specimen name="NameCell">
        <NameCell name={LONG_NAME} badges={<Badge>Off</Badge>} about="A line about it" />
      </Specimen>
      <Specimen name="Reference">
        <Reference id={INCIDENT} />
      </Specimen>
      <Specimen name="RelativeTime, ExactTime, RowTime">
        <State label="relative to now, exact, both">
          <RelativeTime iso={INSTANT} />
          <span>
            <ExactTime iso={INSTANT} />
          </span>
          <RowTime iso={INSTANT} />
        </State>
      </Specimen>
      <Specimen name="Selvedge">
        <Selvedge />
        <Selvedge fine />
      </Specimen>
      <Specimen name="Skeleton, Loading">
        <Loading label="Loading the order">
          <Skeleton className="h-16" />
        </Loading>
      </Specimen>
      <Specimen name="SkeletonRows">
        <SkeletonRows label="Loading products" count={3} className="h-10" />
      </Specimen>
    </>
  );
}
