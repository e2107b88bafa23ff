import type { ComponentProps } from 'react';
import { Button } from '#design/button.tsx';

export const BackToSignIn = (props: ComponentProps<typeof Button>) => (
  <Button variant="link" {...props}>
    Back to sign in
  </Button>
);
