import PhoneIcon from '@mui/icons-material/Phone';
import WhatsAppIcon from '@mui/icons-material/WhatsApp';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { dialNumber, formatPhone, whatsAppNumber } from '#contract/rules/phone.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useBriefMessage } from '../timed.ts';
import { CopyButton } from './CopyButton.tsx';

interface PhoneActionProps {
  phone: string;
  /** Places the call through a dialer; without it the number is a tel: link. A rejection's message is shown. */
  dial?: (phone: string) => Promise<void>;
  /** What the dialer has to be told before it places the call. */
  question?: ReactNode;
}

/** A phone number with dial, copy and WhatsApp link. */
export const PhoneAction = ({ phone, dial, question }: PhoneActionProps) => {
  const [message, show] = useBriefMessage();
  const shown = formatPhone(phone);
  const whatsApp = whatsAppNumber(phone);
  const call = async () => {
    try {
      await dial?.(phone);
      show('Enviado para discadora');
    } catch (error) {
      show((error instanceof Error && error.message) || 'Erro ao discar');
    }
  };
  const hidden = isMask(phone);
  // Only the server knows the number behind a mask, so it can be called through the dialer but not from the browser.
  if (hidden && !dial) return <PhoneLink phone={phone} />;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}>
      {dial ? (
        <>
          <span style={{ fontVariantNumeric: 'tabular-nums' }}>{shown}</span>
          <IconButton size="small" aria-label={`Ligar para ${shown}`} onClick={call}>
            <PhoneIcon fontSize="small" />
          </IconButton>
        </>
      ) : (
        <PhoneLink phone={phone} />
      )}
      <CopyButton text={shown} label={`Copiar ${shown}`} />
      {whatsApp && (
        <IconButton
          size="small"
          aria-label={`WhatsApp de ${shown}`}
          href={`https://wa.me/${whatsApp}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <WhatsAppIcon fontSize="small" />
        </IconButton>
      )}
      {question}
      {dial && (
        <span role="status" style={{ fontSize: 12 }}>
          {message}
        </span>
      )}
    </span>
  );
};

/** A number that the device calls; a masked one stays plain text. */
export function PhoneLink({ phone }: { phone: string }) {
  const shown = formatPhone(phone);
  if (isMask(phone)) return <span style={{ whiteSpace: 'nowrap' }}>{shown}</span>;
  return (
    <Link
      href={`tel:${dialNumber(phone)}`}
      aria-label={`Ligar para ${shown}`}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        minHeight: 24,
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <PhoneIcon fontSize="small" />
      {shown}
    </Link>
  );
}

/** A mailto link that may wrap before the domain; a masked address is not one and stays plain text. */
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
