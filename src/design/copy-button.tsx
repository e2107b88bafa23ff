import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** Copies a text, and shows that in its label. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 3_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error('Not copied', { description: 'Your browser did not allow it. Please select the text.' });
    }
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="outline" size="sm" className="min-h-11" onClick={copy}>
        <Icon aria-hidden="true" />
        {isCopied ? 'Copied' : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : null}
      </span>
    </>
  );
}
