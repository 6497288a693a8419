import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useRegistration } from '../../registration/useRegistration.ts';
import { chooseCustomer } from '../state/draftTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';

/** Whoever is not found is registered from here, and then chosen. */
export function NewCustomer() {
  const { mayRegister, register } = useRegistration();
  const { changeAsking } = useWizard();
  const notify = useNotify();
  if (!mayRegister) return null;
  const choose = async (idCli: number) => {
    try {
      const { data } = await call(customerRoutes.get, { params: { idCli } });
      changeAsking((now) => chooseCustomer(now, data));
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <Button sx={{ justifySelf: 'start', mt: -2 }} onClick={() => register({ area: 'sac', onDone: choose })}>
      Cadastrar cliente
    </Button>
  );
}
