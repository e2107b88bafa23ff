import { PresenceBadge } from './presence.tsx';
import type { AdminForm } from './use-admin-form.tsx';

/** Who else has the form open, and for screen readers which of its fields they have just changed. */
export function FormPresence({
  form,
  className,
}: {
  form: Pick<AdminForm, 'kind' | 'entity' | 'announcement'>;
  className?: string;
}) {
  const { kind, entity, announcement } = form;
  if (!entity) return null;
  return (
    <>
      <PresenceBadge kind={kind} id={entity.id} isAnnounced className={className} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
