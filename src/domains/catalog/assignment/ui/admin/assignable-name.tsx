import type { ReactNode } from 'react';
import { Badge } from '#design/badge.tsx';
import { Image } from '#design/image.tsx';
import type { Assignable } from '../../assignment.contract.ts';

/** A product's image and name. */
export function AssignableName({ product, children }: { product: Assignable; children?: ReactNode }) {
  const { image, name, status } = product;
  return (
    <span className="flex items-center gap-3">
      <span className="w-10 shrink-0">
        <Image image={image} alt="" sizes="40px" className="aspect-[4/5] object-cover" />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="break-words">
          {name} {status === 'draft' ? <Badge variant="warning">Draft</Badge> : null}
        </span>
        {children}
      </span>
    </span>
  );
}
