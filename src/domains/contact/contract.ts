import { z } from 'zod';
import { route } from '#shared/route.ts';
import { id } from '#shared/shapes.ts';

/** What the contact form sends. The messages stand at the fields. */
export const contactMessage = z.object({
  name: z.string().trim().min(2, 'Name must be at least 2 characters').max(100),
  email: z.email('Please enter a valid email address').max(254),
  phone: z.string().trim().max(40).optional(),
  subject: z.string().trim().min(5, 'Subject must be at least 5 characters').max(200),
  message: z.string().trim().min(10, 'Message must be at least 10 characters').max(5000),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactContract = {
  submit: route('visitor', 'send messages')
    .route({ method: 'POST', path: '/contact', summary: 'Send a message to the shop' })
    .input(contactMessage.extend({ idempotencyKey: id }))
    .output(z.object({ received: z.literal(true) })),
};
