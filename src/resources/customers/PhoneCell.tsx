import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import type { CustomerRow } from '#contract/sac/customers.ts';
import { useRoute } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { ValueDialog } from './shared/ValueDialog.tsx';

interface PhoneCellProps {
  customer: Pick<CustomerRow, 'id' | 'telefone'>;
  cell: HTMLElement;
  onClose: () => void;
}

/** Corrects the phone that the list shows of a customer, which is the main one of those in their panel. */
export function PhoneCell({ customer, cell, onClose }: PhoneCellProps) {
  const notify = useNotify();
  const { data, error } = useRoute(contactRoutes.phones, { params: { idCli: customer.id } });
  const shown = normalizePhone(customer.telefone);
  const phone = data?.find(({ tel }) => normalizePhone(tel) === shown);
  const obstacle = error?.message ?? (data && obstacleTo(phone));
  const giveUp = useStableCallback((text: string) => {
    notify(text, { type: 'warning' });
    onClose();
  });
  useEffect(() => {
    if (obstacle) giveUp(obstacle);
  }, [obstacle, giveUp]);
  if (!phone || obstacle) return null;
  return (
    <ValueDialog
      kind="telefone"
      idCli={customer.id}
      id={phone.id}
      value={phone.tel}
      cell={cell}
      onDone={(text) => {
        notify(text, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function obstacleTo(phone: { permiteEditar: boolean } | undefined): string | undefined {
  if (!phone) return 'Este telefone já mudou. Atualize a lista para ver o de agora.';
  return phone.permiteEditar ? undefined : 'Este telefone vem de outro sistema e não pode ser mudado aqui.';
}
