import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { call } from '../../dataProvider/call.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';

/** Ends the conversation without a word about it, where the company allows that. */
export function FinishWithout({ name }: { name: string }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const notify = useNotify();
  const finish = async () => {
    const { data } = await call(serviceRecordRoutes.finish, { body: {} });
    notify(data.message, { type: 'success' });
    setAsking(false);
    await queries.invalidateQueries();
  };
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsking(true)}>
        Finalizar
      </Button>
      <ConfirmDialog
        open={asking}
        title="Finalizar sem registrar?"
        text={`O atendimento de ${name} fica no histórico sem motivo nem descrição.`}
        confirmLabel="Finalizar"
        onConfirm={finish}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
