import { type OrderDeps, os } from '../../server/deps.ts';
import { findCustomerOfOrders, listContacts, listNotesOfCustomer } from './customer.repository.ts';

const EARLIER_CONTACTS = 10;
const NOTES = 50;

/** A customer as their orders have them. Of an account without an order it tells nothing, not even that it exists. */
export const getCustomer = ({ database }: OrderDeps) =>
  os.getCustomer.handler(({ context, input: { id }, errors }) =>
    database.asCaller(context.user, async (tx) => {
      const customer = await findCustomerOfOrders(tx, id);
      if (!customer) throw errors.NOT_FOUND();
      const { name, email, phone } = customer;
      const contacts = await listContacts(tx, id, EARLIER_CONTACTS + 3);
      return {
        id,
        ...customer,
        earlier: contacts.filter((one) => ![name, email, phone].includes(one)).slice(0, EARLIER_CONTACTS),
        notes: await listNotesOfCustomer(tx, id, NOTES),
      };
    }),
  );
