import { Mail, MessageCircle, Phone, UserRound } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { ExternalLink } from '#design/external-link.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import { customerChat, customerMail } from '../../answer-customer.ts';
import type { AdminOrder } from '../../contract.ts';

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
      <div className="grid grid-cols-2 gap-2 print:hidden">
        {chat ? (
          <Button asChild variant="whatsapp" className="col-span-2">
            <ExternalLink href={chat}>
              <MessageCircle aria-hidden="true" />
              WhatsApp
            </ExternalLink>
          </Button>
        ) : null}
        <Button asChild variant="outline">
          <a href={customerMail(order, shop.name)}>
            <Mail aria-hidden="true" />
            Mail
          </a>
        </Button>
        {phone ? (
          <Button asChild variant="outline">
            <a href={`tel:${phone}`}>
              <Phone aria-hidden="true" />
              Call
            </a>
          </Button>
        ) : null}
        <LinkButton
          variant="ghost"
          className="col-span-2"
          to="/admin/customers/$id"
          params={{ id: order.userId }}
        >
          <UserRound aria-hidden="true" />
          All orders and notes
        </LinkButton>
      </div>
    </div>
  );
}
