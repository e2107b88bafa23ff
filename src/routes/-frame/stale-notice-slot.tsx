import { useRouterState } from '@tanstack/react-router';
import { STALE_NOTICE_ID } from '#shared/stale-notice.ts';

/**
 * Empty, unless the server added the notice to the rendered page because its database was unavailable
 * (platform/response-cache). React leaves the content; the next page starts with an empty slot.
 */
export function StaleNoticeSlot() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return <Place key={path} />;
}

/** `id` comes first: the server searches for it in this form. */
export function Place() {
  return (
    <p
      id={STALE_NOTICE_ID}
      role="status"
      className="border-b-2 border-b-warning bg-warning-soft px-4 py-2 text-center text-foreground text-sm empty:hidden"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; it is how React leaves the text be.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
