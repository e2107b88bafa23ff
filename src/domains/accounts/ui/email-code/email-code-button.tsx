import { useHydrated } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { Button } from '#design/button.tsx';

/** Among the other sign-in methods: opens `EmailCode`. */
export function EmailCodeButton({ onPress }: { onPress: () => void }) {
  const hydrated = useHydrated();
  return (
    <Button variant="outline" size="lg" className="w-full" disabled={!hydrated} onClick={onPress}>
      <Mail aria-hidden="true" />
      Email me a code
    </Button>
  );
}
