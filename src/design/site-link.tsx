import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { ExternalLink } from './external-link.tsx';

/** A path of this site, not a protocol-relative URL nor one with a backslash that browsers read as such. */
const isPath = (href: string) => /^\/(?![/\\])/.test(href);

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A link whose URL is data: a path of this site is routed on the client, an http URL opens in a new tab, and
 * anything else links to `fallback`.
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
