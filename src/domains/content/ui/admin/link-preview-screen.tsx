import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { QueryError } from '#design/query-error.tsx';
import { Select } from '#design/select.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useObjectUrl } from '#design/use-object-url.ts';
import { useShop } from '#shared/shop-context.tsx';
import { findingsOf, kB, pagePathOf } from '../../link-preview.ts';
import { inspectPage, type PageWithImage } from './inspect-page.ts';
import { FacebookCard, GoogleResult, WhatsAppCard } from './link-cards.tsx';

/** What WhatsApp, Facebook and Google show of a page, and what it lacks. `pages` are offered to be chosen. */
export function LinkPreviewScreen({
  page,
  pages,
  onShow,
}: {
  /** As it was typed. */
  page: string;
  pages: readonly { path: string; name: string }[];
  onShow: (page: string) => void;
}) {
  const { publicUrl } = useShop();
  const [typed, setTyped] = useState(page);
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState(page);
  // Another page in the URL, also by Back. A `key` would take the focus from the field or the select that chose it.
  if (shown !== page) {
    setShown(page);
    setTyped(page);
    setError(undefined);
  }
  const path = pagePathOf(page, publicUrl);
  const read = useQuery({
    queryKey: ['link-preview', path],
    queryFn: ({ signal }) => inspectPage(path!, publicUrl, signal),
    enabled: path !== null,
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  });

  function show(next: string) {
    const known = pagePathOf(next, publicUrl);
    setError(known === null ? `Please enter a page of ${new URL(publicUrl).host}` : undefined);
    if (known === null) return;
    setTyped(known);
    if (known === page) void read.refetch();
    else onShow(known);
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Link preview" lead="How a page of the shop looks where its link is shared." />
      <form
        noValidate
        className="grid max-w-3xl gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start"
        onSubmit={(event) => {
          event.preventDefault();
          show(typed);
        }}
      >
        <Field label="Choose a page">
          {(control) => (
            <Select
              {...control}
              value={pages.some((one) => one.path === path) ? path! : ''}
              onChange={({ currentTarget: { value } }) => value && show(value)}
            >
              <option value="">Another page</option>
              {pages.map((one) => (
                <option key={one.path} value={one.path}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Or enter its address" error={error}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              inputMode="url"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={2_000}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={read.isFetching} className="sm:mt-6.5">
          Show
        </Button>
      </form>
      <p role="status" className="sr-only">
        {read.data && !read.isFetching ? `Preview of ${path}` : null}
      </p>
      {path === null ? (
        <p role="alert">This is not a page of the shop.</p>
      ) : read.error && !read.data ? (
        <QueryError query={read} title="The page was not read" />
      ) : read.data ? (
        <Previews page={read.data} />
      ) : (
        <div role="status" aria-label="Reading the page">
          <Skeleton className="h-80" />
        </div>
      )}
    </div>
  );
}

function Previews({ page }: { page: PageWithImage }) {
  const { head, image, imageFile } = page;
  const src = useObjectUrl(imageFile);
  const heading = useId();
  const findings = findingsOf(page);
  const shown = { head, src, path: page.path };
  return (
    <>
      <section aria-labelledby={heading} className="grid max-w-3xl gap-3 border bg-card p-4">
        <h2 id={heading} className="font-display text-xl">
          {findings.length === 0 ? 'Nothing is missing' : 'What to look at'}
        </h2>
        <ul className="grid gap-2">
          {findings.map(({ state, text }) => (
            <li key={text} className="flex items-start gap-3">
              <Badge variant={state === 'bad' ? 'danger' : 'outline'}>
                {state === 'bad' ? 'Missing' : 'Check'}
              </Badge>
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
        <p className="text-muted-foreground text-sm">
          {`The page has ${kB(page.bytes)}. `}
          {image?.status === 200
            ? `Its image has ${kB(image.bytes)}, ${image.width} × ${image.height}.`
            : 'It has no image.'}
        </p>
      </section>
      {page.status === 200 ? (
        <div className="grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-3">
          <WhatsAppCard {...shown} />
          <FacebookCard {...shown} />
          <GoogleResult {...shown} />
        </div>
      ) : null}
    </>
  );
}
