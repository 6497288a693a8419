import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** What opens the row: a true link where it has an address (middle click, copy address), else a button. */
export const OpenLink = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? (
    <button type="button" className="open" data-open>
      {children}
    </button>
  ) : (
    <Link to={href} className="open" data-open>
      {children}
    </Link>
  );
