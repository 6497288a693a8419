import type { PaymentLink } from '../../../../contract/callcenter/orderRow.ts';
import type { Deps } from '../../../context.ts';
import type { paymentLinks } from '../../../db/tables/index.ts';

type Link = typeof paymentLinks.$inferSelect;

/** A link whose time has passed reads as expired, also before the hourly job has written it. */
export const linkStatusAt = ({ status, expiresAt }: Pick<Link, 'status' | 'expiresAt'>, now: Date) =>
  status === 'AGUARDANDO' && expiresAt <= now ? 'EXPIRADO' : status;

/** A link as whoever may see its order reads it; its address only while it can be paid. */
export function shownLink(link: Link, { settings, now }: Pick<Deps, 'settings' | 'now'>): PaymentLink {
  const status = linkStatusAt(link, now());
  return {
    status,
    valor: link.amount,
    validade: link.expiresAt.toISOString(),
    pagoEm: link.paidAt?.toISOString() ?? null,
    url: status === 'AGUARDANDO' ? `${settings.publicUrl}/pagamento/${link.hash}` : null,
  };
}
