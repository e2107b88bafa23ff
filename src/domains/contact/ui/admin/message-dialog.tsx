import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { ExactTime } from '#design/relative-time.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useApi } from '#shared/api.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { Submission } from '../../contract.ts';
import { answerOf, messageFailed } from '../../messages.ts';
import { mailLinkOf, whatsappNumberOf, whatsappReplyOf } from '../../reply.ts';
import { type ContactAdminApi, messageQuery, useMarkUnread, useOpenMessage } from './messages.queries.ts';

/** One message with links to reply. Opening it marks it as read. */
export function MessageDialog({
  id,
  known,
  onClose,
}: {
  id: string;
  /** The list's copy, shown until the message is loaded. */
  known: Submission | undefined;
  onClose: () => void;
}) {
  const api = useApi<ContactAdminApi>();
  const { data, error, isFetching, refetch } = useQuery({ ...messageQuery(api, id), placeholderData: known });
  const { mutate: markOpened } = useOpenMessage();
  const markUnread = useMarkUnread(onClose);
  const isSeen = useRef(false);
  const readAt = data?.readAt;
  useEffect(() => {
    // Only once, on opening: marking it as unread afterwards is intentional.
    if (readAt === undefined || isSeen.current) return;
    isSeen.current = true;
    if (readAt === null) markOpened(id);
  }, [id, readAt, markOpened]);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<span className="break-words">{data?.subject ?? 'Message'}</span>}
      size="lg"
      footer={
        data ? (
          <Answers message={data} busy={markUnread.isPending} onUnread={() => markUnread.mutate(id)} />
        ) : null
      }
    >
      {data ? (
        <MessageContent message={data} />
      ) : error ? (
        <ErrorState title={messageFailed} busy={isFetching} onRetry={() => void refetch()}>
          {answerOf(error)}
        </ErrorState>
      ) : (
        <SkeletonRows label="Loading message" count={1} className="h-48" />
      )}
    </Dialog>
  );
}

function MessageContent({ message }: { message: Submission }) {
  const { name, email, phone, createdAt } = message;
  const number = phone && whatsappNumberOf(phone);
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b pb-4">
        <Line term="From">{name}</Line>
        <Line term="Email">
          <a href={mailLinkOf(message)} className="link break-all">
            {email}
          </a>
        </Line>
        {phone ? (
          <Line term="Phone">
            {number ? (
              <a href={`tel:+${number}`} className="link">
                {phone}
              </a>
            ) : (
              phone
            )}
          </Line>
        ) : null}
        <Line term="Received">
          <ExactTime iso={createdAt} />
        </Line>
      </dl>
      <p className="max-w-prose whitespace-pre-wrap break-words text-lg">{message.message}</p>
    </div>
  );
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted-foreground">{term}</dt>
    <dd className="break-words">{children}</dd>
  </>
);

function Answers({ message, busy, onUnread }: { message: Submission; busy: boolean; onUnread: () => void }) {
  const shop = useShop();
  const whatsapp = whatsappReplyOf(message, shop.name);
  return (
    <>
      <Button variant="ghost" busy={busy} onClick={onUnread} className="sm:mr-auto">
        Mark unread
      </Button>
      {whatsapp ? (
        <Button variant="whatsapp" asChild>
          <a href={whatsapp} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden="true" />
            Reply on WhatsApp
          </a>
        </Button>
      ) : null}
      <Button asChild>
        <a href={mailLinkOf(message)}>
          <Mail aria-hidden="true" />
          Reply by email
        </a>
      </Button>
    </>
  );
}
