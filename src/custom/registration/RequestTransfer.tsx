import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { registrationRoutes } from '../../../contract/sac/registration.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { useCan } from '../../ui/shell/usePerson.ts';

/** Asks the supervisors for a customer whom somebody else serves. */
export function RequestTransfer({ documento }: { documento: string }) {
  const { can } = useCan();
  const notify = useNotify();
  const request = useRouteCommand(registrationRoutes.requestTransfer, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  if (!can('CLIENTE_CADASTRA')) return null;
  return (
    <Button
      color="inherit"
      size="small"
      loading={request.isPending}
      disabled={request.isSuccess}
      onClick={() => request.mutate({ body: { documento } })}
    >
      Pedir a transferência
    </Button>
  );
}
