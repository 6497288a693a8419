/** The day of the seeded companies. */
export const TODAY = '2026-11-21';
export const today = new Date(`${TODAY}T12:00:00Z`);

/** Tickets whose ending or clock contradicts their status. */
export const ENDINGS = `
  select count(*) from tickets where (status = 'FINALIZADO') <> (result is not null)
    or (status = 'FINALIZADO') <> (final_reason is not null) or (status = 'FINALIZADO') <> (finished_at is not null)
    or status = 'AGUARDANDO_CLIENTE' and due_at is not null
    or status in ('FINALIZADO', 'CANCELADO') and (due_at is not null or due_minutes_left is not null)`;
