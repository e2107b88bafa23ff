import { z } from 'zod';
import { route } from '#shared/route.ts';
import { filledText, id, text } from '#shared/shapes.ts';

/** What the contact form sends. The messages stand at the fields. */
export const contactMessage = z.object({
  name: filledText(2, 100, 'Name must be at least 2 characters'),
  email: text(254).trim().pipe(z.email('Please enter a valid email address')),
  phone: text(40).trim().optional(),
  subject: filledText(5, 200, 'Subject must be at least 5 characters'),
  message: filledText(10, 5000, 'Message must be at least 10 characters'),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactContract = {
  submit: route('visitor', 'send messages')
    .route({ method: 'POST', path: '/contact', summary: 'Send a message to the shop' })
    .input(contactMessage.extend({ idempotencyKey: id }))
    .output(z.object({ received: z.literal(true) })),
};
