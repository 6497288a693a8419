import { useNotify } from 'ra-core';
import { type CustomerDimension, dimensionRoutes } from '../../../../../contract/callcenter/dimensions.ts';
import { call } from '../../../../dataProvider/call.ts';
import { ConfirmDialog } from '../../../../ui/components/ConfirmDialog.tsx';

interface RemoveInfoDialogProps {
  line: CustomerDimension;
  onClose: () => void;
  onRemoved: () => void;
}

/** The documents let a failed removal pass in silence; here the dialog stays and shows it. */
export function RemoveInfoDialog({ line, onClose, onRemoved }: RemoveInfoDialogProps) {
  const notify = useNotify();
  const remove = async () => {
    const { data } = await call(dimensionRoutes.remove, { params: { id: line.id } });
    notify(data.message, { type: 'success' });
    onRemoved();
  };
  return (
    <ConfirmDialog
      open
      title="Excluir esta informação?"
      text={`${line.dimensao}: ${line.descricao}. O cliente deixa de ter esta informação.`}
      confirmLabel="Excluir"
      tone="error"
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
