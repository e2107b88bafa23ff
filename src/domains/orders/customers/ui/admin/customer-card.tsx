import { UserRound } from 'lucide-react';
import { LinkButton } from '#design/link-button.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { AdminOrder } from '../../../contract.ts';
import { customerChat, customerMail } from '../../../message/answer-customer.ts';
import { ContactButtons } from './contact-buttons.tsx';

/** The customer as stored with the order, with links to contact them. */
export function CustomerCard({ order }: { order: AdminOrder }) {
  const shop = useShop();
  const { name, email, phone } = order.customer;
  const chat = customerChat(order, shop.name);
  if (order.userId === null) {
    return (
      <div className="grid gap-1">
        <p className="font-semibold text-lg">{name}</p>
        <p className="text-muted-foreground">
          This customer deleted their account. The order stays, without contact details.
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="font-semibold text-lg">{name}</p>
        <p className="break-all text-muted-foreground">{email}</p>
        <p className="text-muted-foreground tabular-nums">
          {phone ? phoneText(phone) : 'No phone number on this order'}
        </p>
      </div>
      <ContactButtons chat={chat} mail={customerMail(order, shop.name)} phone={phone}>
        <LinkButton
          variant="ghost"
          className="col-span-2"
          to="/admin/customers/$id"
          params={{ id: order.userId }}
        >
          <UserRound aria-hidden="true" />
          All orders and notes
        </LinkButton>
      </ContactButtons>
    </div>
  );
}
