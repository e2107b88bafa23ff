import { useQuery } from '@tanstack/react-query';
import { Eye, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonLook } from '#design/button.tsx';
import { CopyButton } from '#design/copy-button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { ExternalLink } from '#design/external-link.tsx';
import { Field } from '#design/field.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { Input } from '#design/input.tsx';
import { QueryError } from '#design/query-error.tsx';
import { type Day, dayPlus } from '#shared/dates.ts';
import { dataOf } from '#shared/messages.ts';
import { previewLinkFailed } from '../../messages.ts';
import { longDay } from '../../planned-text.ts';
import { previewLinkQuery, useCalendarApi } from './calendar.queries.ts';

interface Shown {
  /** The day that is proposed: tomorrow, if it is not after today. */
  day: Day;
  today: Day;
  /** The path of the page that opens. */
  path?: string;
}

/** 'See the shop on …': opens a dialog with the link to a preview. `isIcon` for the rows of a list. */
export function SeeShop({
  isIcon = false,
  className,
  ...shown
}: Shown & { isIcon?: boolean; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {isIcon ? (
        <IconButton label={`See the shop on ${longDay(shown.day)}`} title="See the shop" onClick={open}>
          <Eye aria-hidden="true" />
        </IconButton>
      ) : (
        <Button variant="outline" onClick={open} className={className}>
          <Eye aria-hidden="true" />
          See the shop on …
        </Button>
      )}
      {isOpen ? <SeeShopDialog {...shown} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SeeShopDialog({ day: proposed, today, path = '/', onClose }: Shown & { onClose: () => void }) {
  const tomorrow = dayPlus(today, 1);
  const [day, setDay] = useState(proposed > today ? proposed : tomorrow);
  const query = useQuery({
    ...previewLinkQuery(useCalendarApi(), day),
    enabled: day !== '',
  });
  const { data, error } = query;
  const { issues } = dataOf<{ issues: { path: string; message: string }[] }>(error);
  const refused = issues?.find((issue) => issue.path === 'day')?.message;
  const url = data && data.url + path;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="See the shop on …"
      description="Prices, banner, slides and drafts as they will be when this day begins. Nothing can be ordered there."
      footer={
        url ? (
          <>
            <CopyButton text={url} label="Copy link" />
            <ShareButton url={url} day={day} />
            <ExternalLink href={url} className={buttonLook({})}>
              See the shop
            </ExternalLink>
          </>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        <Field label="Day" required error={day === '' ? 'Please choose a day' : refused}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              min={tomorrow}
              onChange={(event) => setDay(event.currentTarget.value)}
              className="sm:max-w-64"
            />
          )}
        </Field>
        {refused ? null : <QueryError query={query} {...previewLinkFailed} />}
        <p className="text-muted-foreground text-sm">
          The link works for 24 hours, also for somebody without an account.
        </p>
      </div>
    </Dialog>
  );
}

/** The share sheet of a phone; nothing where the browser has none. */
function ShareButton({ url, day }: { url: string; day: Day }) {
  if (!('share' in navigator)) return null;
  const share = () => {
    // Closed without a choice.
    navigator.share({ title: `The shop on ${longDay(day)}`, url }).catch(() => undefined);
  };
  return (
    <Button variant="outline" onClick={share}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  );
}
