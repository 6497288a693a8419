import Link from '@mui/material/Link';
import { isMask } from '../../../../contract/rules/privacy/masks.ts';

/** An address to write to, broken before its domain where it is too long; a mask is none, and stays text. */
export function MailLink({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  const shown = (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
  if (isMask(email)) return <span style={{ overflowWrap: 'anywhere' }}>{shown}</span>;
  return (
    <Link href={`mailto:${email}`} aria-label={email} sx={{ overflowWrap: 'anywhere' }}>
      {shown}
    </Link>
  );
}
