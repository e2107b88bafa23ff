import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Dialog } from '#design/dialog.tsx';
import { Image } from '#design/image.tsx';
import type { AdminOrder, OrderItem } from '../../contract.ts';
import { ItemNote } from '../item-note.tsx';
import { ItemPrice, OrderTotal } from '../order-card.tsx';
import { readOrdersAgain, showOrder } from './admin-orders.queries.ts';
import { RemoveItem } from './remove-item.tsx';

/** The ordered items for the tailor: a large image, the note below it, the price. */
export function AdminOrderItems({ order }: { order: AdminOrder }) {
  const queryClient = useQueryClient();
  const mayTakeOut = order.status === 'pending' && order.items.length > 1;
  return (
    <div>
      <ul className="border-t">
        {order.items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-b py-5 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 print:break-inside-avoid print:grid-cols-[6rem_minmax(0,1fr)]"
          >
            <ItemCloth item={item} />
            <div className="grid content-start gap-3">
              <div className="grid gap-1">
                <h3 className="font-semibold text-lg leading-snug">
                  <ItemName item={item} />
                </h3>
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <ItemPrice item={item} />
                  {item.promotionCode && item.listPrice <= item.productPrice ? (
                    <span className="text-muted-foreground text-sm">with {item.promotionCode}</span>
                  ) : null}
                </p>
                {item.inShop ? null : <p className="text-muted-foreground text-sm">No longer in the shop</p>}
              </div>
              <div className="max-w-prose">
                <ItemNote
                  item={item}
                  show={(changed) => {
                    showOrder(queryClient, changed);
                    void readOrdersAgain(queryClient);
                  }}
                  onFailed={() => void readOrdersAgain(queryClient)}
                >
                  {mayTakeOut ? <RemoveItem item={item} order={order} /> : null}
                </ItemNote>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <OrderTotal order={order} />
    </div>
  );
}

/** Links to the product while there is one. */
function ItemName({ item: { inShop, productId: id, productName } }: { item: AdminOrder['items'][number] }) {
  if (!inShop) return productName;
  return (
    <Link to="/admin/products/$id" params={{ id }} className="underline-offset-4 hover:underline">
      {productName}
    </Link>
  );
}

/** Opens the image in full size, because a thumbnail does not show the weave. */
function ItemCloth({ item }: { item: OrderItem }) {
  const image = { url: item.productImage, width: 1200, height: 1500 };
  return (
    <Dialog
      title={item.productName}
      size="lg"
      trigger={
        <button
          type="button"
          aria-label={`Enlarge the image of ${item.productName}`}
          className="block self-start"
        >
          <Image
            image={image}
            alt=""
            sizes="(min-width: 640px) 9rem, 6rem"
            className="aspect-4/5 object-cover"
          />
        </button>
      }
    >
      <Image
        image={image}
        alt={item.productName}
        sizes="(min-width: 640px) 40rem, 92vw"
        className="max-h-[70dvh] object-contain"
      />
    </Dialog>
  );
}
