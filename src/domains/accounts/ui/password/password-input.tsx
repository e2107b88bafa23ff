import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '#design/cn.ts';
import { Input } from '#design/input.tsx';

/** A password with a button that shows it: typing errors are common on a phone. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn('pr-12', className)}
        {...rest}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground [&_svg]:size-5"
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  );
}
