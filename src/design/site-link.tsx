import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { ExternalLink } from './external-link.tsx';

/** A path of this site, not a protocol-relative address nor one with a backslash that browsers read as such. */
const isPath = (href: string) => /^\/(?![/\\])/.test(href);

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A link whose address is data: a path of this site is gone to without a new document, an http address opens
 * beside it, and anything else leads to `fallback`.
 */
export function SiteLink({
  href,
  fallback = '/',
  onClick,
  ...rest
}: ComponentProps<'a'> & { href: string; fallback?: string }) {
  const router = useRouter();
  if (/^https?:\/\//i.test(href)) return <ExternalLink href={href} onClick={onClick} {...rest} />;
  const path = isPath(href) ? href : fallback;
  return (
    <a
      href={path}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
      {...rest}
    />
  );
}
