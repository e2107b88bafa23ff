import type { ReactNode } from 'react';
import { useShop } from '#shared/shop-context.tsx';
import { CUTS, cutAt, type PageTags } from '../../link-preview.ts';

interface Shown {
  head: PageTags;
  /** Of the image; undefined without one. */
  src: string | undefined;
  path: string;
}

const Service = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid grid-cols-1 gap-2">
    <h2 className="font-semibold">{name}</h2>
    {children}
  </section>
);

const useHost = () => new URL(useShop().publicUrl).host;

export function WhatsAppCard({ head: { title, og }, src, path }: Shown) {
  const host = useHost();
  const { title: cutTitle, description } = CUTS.whatsapp;
  return (
    <Service name="WhatsApp">
      <div className="max-w-sm rounded-lg bg-success-soft p-1 shadow-pop">
        {src ? <img src={src} alt="" className="aspect-[1.91] w-full rounded-t-md object-cover" /> : null}
        <div className="grid gap-0.5 bg-muted p-2.5">
          <p className="line-clamp-2 break-words font-semibold">{cutAt(og.title || title, cutTitle)}</p>
          <p className="line-clamp-2 break-words text-muted-foreground text-sm">
            {cutAt(og.description ?? '', description)}
          </p>
          <p className="text-muted-foreground text-sm">{host}</p>
        </div>
        <p className="break-all p-2 text-info text-sm">{`${host}${path}`}</p>
      </div>
    </Service>
  );
}

export function FacebookCard({ head: { title, og }, src }: Shown) {
  const host = useHost();
  const { title: cutTitle, description } = CUTS.facebook;
  return (
    <Service name="Facebook">
      <div className="max-w-md border bg-card">
        {src ? <img src={src} alt="" className="aspect-[1.91] w-full object-cover" /> : null}
        <div className="grid gap-0.5 border-t bg-muted px-3 py-2.5">
          <p className="text-muted-foreground text-sm uppercase">{host}</p>
          <p className="line-clamp-2 break-words font-semibold">{cutAt(og.title || title, cutTitle)}</p>
          <p className="line-clamp-1 break-words text-muted-foreground text-sm">
            {cutAt(og.description ?? '', description)}
          </p>
        </div>
      </div>
    </Service>
  );
}

export function GoogleResult({ head: { title, description, isIndexed, canonical }, path }: Shown) {
  const { name } = useShop();
  const host = useHost();
  return (
    <Service name="Google">
      <div className="grid max-w-xl gap-1 border bg-card p-4">
        {isIndexed ? (
          <>
            <p>{name}</p>
            <p className="break-all text-muted-foreground text-sm">
              {canonical?.replace(/^https?:\/\//, '') ?? `${host}${path}`}
            </p>
            <p className="break-words text-info text-lg">{cutAt(title, CUTS.google.title)}</p>
            <p className="break-words text-sm">{cutAt(description, CUTS.google.description)}</p>
          </>
        ) : (
          <p>Google does not list this page.</p>
        )}
      </div>
    </Service>
  );
}
