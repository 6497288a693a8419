import visuallyHidden from '@mui/utils/visuallyHidden';
import { type CSSProperties, cloneElement, type ReactElement, useId } from 'react';
import type { Route } from '../../../contract/route.ts';
import { Hint } from '../components/Hint.tsx';
import { useCan } from './usePerson.ts';

interface PersonalGateProps {
  /** The route that the button calls. */
  route: Pick<Route, 'personal'>;
  children: ReactElement<{ disabled?: boolean; 'aria-describedby'?: string }>;
}

const WHY = 'Tem dados pessoais, que seu perfil vê só em parte. Falta a permissão DADOS_PESSOAIS.';

/**
 * A button whose call requests personal data (`Route.personal`): for people who see only masks it is disabled, and says why.
 */
export function PersonalGate({ route, children }: PersonalGateProps) {
  const id = useId();
  const { can, isPending } = useCan();
  if (!route.personal || isPending || can('DADOS_PESSOAIS')) return children;
  return (
    <Hint text={WHY}>
      <span style={{ display: 'inline-flex' }}>
        {cloneElement(children, { disabled: true, 'aria-describedby': id })}
        <span id={id} style={visuallyHidden as CSSProperties}>
          {WHY}
        </span>
      </span>
    </Hint>
  );
}
