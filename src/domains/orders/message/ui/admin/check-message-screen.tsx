import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { ExactTime } from '#design/relative-time.tsx';
import { Textarea } from '#design/textarea.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { checkMessageMessages } from '../../../admin.messages.ts';
import type { CheckedMessage } from '../../../contract.ts';
import type { AdminOrdersApi } from '../../../ui/admin/admin-orders.queries.ts';
import { type Verdict, verdictOf } from '../../check-message.ts';
import { MAX_CHAT, MAX_ORDERS } from '../../pasted-orders.ts';

/** Compares a pasted WhatsApp chat with what the shop wrote. */
export function CheckMessageScreen() {
  const api = useApi<AdminOrdersApi>();
  const [text, setText] = useState('');
  const check = useOperation({
    mutationFn: () => api.orders.checkMessage({ text }),
    messages: checkMessageMessages,
  });
  const messages = check.data?.messages;
  const leftOut = check.data?.leftOut ?? 0;
  const excess = text.length - MAX_CHAT;
  return (
    <div className="grid gap-8">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Field
          label="The chat from WhatsApp"
          hint="Copy the customer’s message, or the whole chat, and paste it here. Each order in it is compared with what the shop wrote."
          error={
            excess > 0
              ? `This text is too long by ${plural(excess, 'character')}: ${formatCount(MAX_CHAT)} can be checked at once. Please take a part of the chat out.`
              : undefined
          }
        >
          {(control) => (
            <Textarea {...control} rows={8} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          disabled={!text.trim() || excess > 0}
          busy={check.isPending}
        >
          Check
        </Button>
      </form>
      <div role="status" className="grid gap-4">
        {messages?.length === 0 ? (
          <p>
            No order was found in this text. The message of an order has a line like “Order #0042”, and a link
            to the order below it.
          </p>
        ) : null}
        {leftOut > 0 ? (
          <p className="border-l-4 border-l-warning bg-warning-soft px-4 py-2 text-warning">
            {plural(leftOut, 'more order')} in this text {leftOut === 1 ? 'was' : 'were'} not checked, because{' '}
            {MAX_ORDERS} are checked at once. Please paste the rest of the chat by itself.
          </p>
        ) : null}
        {messages?.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the result of one check never changes
          <CheckedOrder key={index} message={message} />
        ))}
      </div>
    </div>
  );
}

const VERDICTS: Record<Verdict, { badge: string; variant: 'success' | 'info' | 'danger' | 'warning' }> = {
  genuine: { badge: 'Genuine', variant: 'success' },
  earlier: { badge: 'Genuine, from before a change', variant: 'info' },
  edited: { badge: 'Edited', variant: 'danger' },
  cut: { badge: 'Cut off', variant: 'warning' },
};

function CheckedOrder({ message: { order, orderNumber, parts } }: { message: CheckedMessage }) {
  if (!order) {
    return (
      <Result
        heading={orderNumber ? `Order #${orderNumber}` : 'Order'}
        badge={<Badge variant="warning">Not known</Badge>}
      >
        <p>
          The shop has no such order with a message. It may be another shop’s, or its customer deleted their
          account.
        </p>
      </Result>
    );
  }
  const verdict = verdictOf(parts);
  const { badge, variant } = VERDICTS[verdict];
  const lines = parts.filter(({ kind }) => kind === 'genuine' || kind === 'earlier');
  const faults = parts.filter((part) => !lines.includes(part));
  const replacedAt = lines[0]?.replacedAt;
  return (
    <Result
      heading={
        <>
          <Link to="/admin/orders/$id" params={{ id: order.id }} className="link">
            Order #{order.orderNumber}
          </Link>{' '}
          <span className="font-normal">by {order.customerName}</span>
        </>
      }
      badge={<Badge variant={variant}>{badge}</Badge>}
    >
      {faults.length === 0 ? <p>Every line is as the shop wrote it.</p> : null}
      {replacedAt ? (
        <p>
          The order was changed on <ExactTime iso={replacedAt} />. The message is from before; the order shows
          how it is now.
        </p>
      ) : null}
      {faults.length > 0 ? (
        <ul aria-label="Lines that are not as the shop wrote them" className="border-t">
          {faults.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the result of one check never changes
            <FaultyLine key={index} part={part} />
          ))}
        </ul>
      ) : null}
      {lines.length > 0 ? (
        <details>
          <summary className="link min-h-6 w-max max-w-full cursor-pointer">
            {plural(lines.length, 'line is', 'lines are')} genuine
            {replacedAt ? (
              <>
                , from before the change on <ExactTime iso={replacedAt} />
              </>
            ) : null}
          </summary>
          <ul className="mt-2 grid gap-1 border-l pl-3">
            {lines.map(({ pasted }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an order may have the same line twice
              <li key={index} className="min-w-0 [overflow-wrap:anywhere]">
                {pasted}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Result>
  );
}

type Part = CheckedMessage['parts'][number];

const FAULTS: Partial<Record<Part['kind'], string>> = {
  edited: 'Edited',
  added: 'Added',
  missing: 'Missing',
  cut: 'Cut off',
};

function FaultyLine({ part: { kind, prepared, pasted, replacedAt } }: { part: Part }) {
  return (
    <li className="grid gap-x-6 gap-y-2 border-b py-3 sm:grid-cols-2">
      <p className="font-semibold sm:col-span-2">
        {kind !== 'other' ? (
          FAULTS[kind]
        ) : replacedAt ? (
          <>
            From an earlier message, before the change on <ExactTime iso={replacedAt} />
          </>
        ) : (
          'From the newest message'
        )}
      </p>
      <Reading label="The shop wrote" text={prepared} none="Nothing in this place" />
      <Reading
        label="The chat says"
        text={pasted}
        none={kind === 'cut' ? 'The message is cut off here' : 'Nothing: the line is missing'}
      />
    </li>
  );
}

const Result = ({
  heading,
  badge,
  children,
}: {
  heading: ReactNode;
  badge: ReactNode;
  children: ReactNode;
}) => (
  <section className="grid gap-3 border bg-card p-4 sm:p-5">
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 className="min-w-0 break-words font-semibold text-lg">{heading}</h2>
      {badge}
    </header>
    {children}
  </section>
);

const Reading = ({ label, text, none }: { label: string; text: string | null; none: string }) => (
  <div className="grid min-w-0 content-start gap-0.5">
    <p className="text-muted-foreground text-sm">{label}</p>
    {text === null ? (
      <p className="text-muted-foreground italic">{none}</p>
    ) : (
      <p className="[overflow-wrap:anywhere]">{text}</p>
    )}
  </div>
);
