import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListTable } from '#design/list-screen.tsx';
import { Money } from '#design/money.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { ExactTime, RelativeTime } from '#design/relative-time.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { chatLink, mailLink, oneLine } from '#shared/contact-links.ts';
import { phoneText } from '#shared/phone-text.ts';
import { formatCount, plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import { allOrdersMissing } from '../../../admin.messages.ts';
import type { Customer } from '../../../contract.ts';
import { ORDER_COLUMNS } from '../../../list/ui/admin/order-columns.tsx';
import { type AdminOrdersApi, customerOrdersQuery } from '../../../ui/admin/admin-orders.queries.ts';
import { Part } from '../../../ui/admin/part.tsx';
import { ContactButtons } from './contact-buttons.tsx';

/** A customer as their orders have them: contact, totals, orders, notes. */
export function CustomerView({ customer }: { customer: Customer }) {
  const { search } = useListSearch<{ page?: number }>();
  const list = useSteadyPage(customerOrdersQuery(useApi<AdminOrdersApi>(), customer.id, search.page));
  return (
    <article className="grid gap-8">
      <PageHeading title={customer.name} lead="As their orders say it." />
      <Totals customer={customer} />
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <Part title="Contact">
          <Contact customer={customer} />
        </Part>
        {/* On a phone, the orders come before the notes. */}
        <Part title="Notes" className="max-xl:order-last">
          <Notes notes={customer.notes} />
        </Part>
        <Part title="Orders" className="xl:col-span-2">
          <ListTable
            caption="Orders of this customer"
            columns={ORDER_COLUMNS}
            list={list}
            failed={{ title: allOrdersMissing }}
            empty={null}
          />
        </Part>
      </div>
    </article>
  );
}

function Totals({
  customer: { orders, cancelled, total, firstOrderAt, lastOrderAt },
}: {
  customer: Customer;
}) {
  const figures: [string, ReactNode][] = [
    [
      'Orders',
      <span key="orders">
        {formatCount(orders - cancelled)}
        {cancelled > 0 ? <Quiet> and {formatCount(cancelled)} cancelled</Quiet> : null}
      </span>,
    ],
    ['Total', <Money key="total" amount={total} />],
    ['First order', <RelativeTime key="first" iso={firstOrderAt} />],
    ['Last order', <RelativeTime key="last" iso={lastOrderAt} />],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px border bg-border lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="grid content-between gap-1 bg-card p-3 sm:p-5">
          <dt className="text-muted-foreground text-sm">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <span className="font-normal text-muted-foreground text-sm">{children}</span>
);

function Contact({ customer: { name, email, phone, earlier } }: { customer: Customer }) {
  const shop = useShop();
  const digits = phone?.replace(/\D/g, '');
  return (
    <div className="grid gap-4 border bg-card p-4 sm:p-6">
      <div className="grid gap-1">
        <p className="break-all">{email}</p>
        <p className="tabular-nums">{phone ? phoneText(phone) : 'No phone number on the newest order'}</p>
        {earlier.length > 0 ? (
          <p className="text-muted-foreground text-sm">On earlier orders: {earlier.join(', ')}</p>
        ) : null}
      </div>
      <ContactButtons
        chat={digits && chatLink(digits, `Hello ${oneLine(name)}, this is ${shop.name}.`)}
        mail={mailLink({ name, email }, shop.name)}
        phone={phone}
      />
    </div>
  );
}

function Notes({ notes }: { notes: Customer['notes'] }) {
  if (notes.length === 0) return <p className="text-muted-foreground">No notes on their orders</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-4">
        {notes.map((note) => (
          <li key={note.id} className="grid gap-0.5 border-l-2 pl-3">
            <p className="whitespace-pre-line">{note.text}</p>
            <p className="text-muted-foreground text-sm">
              {`${note.author ?? 'The customer'}, for ${note.item ?? 'the staff'}`} ·{' '}
              <Link to="/admin/orders/$id" params={{ id: note.orderId }} className="link">
                #{note.orderNumber}
              </Link>{' '}
              · <ExactTime iso={note.at} />
            </p>
          </li>
        ))}
      </ul>
      {notes.length >= MOST_NOTES ? (
        <p className="text-muted-foreground text-sm">The newest {plural(notes.length, 'note')}.</p>
      ) : null}
    </div>
  );
}

/** More are not sent. */
const MOST_NOTES = 50;
