import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router-dom';
import { usePageHeading } from '../Page.tsx';
import { StateMessage } from './StateMessage.tsx';

const TITLE = 'Página não encontrada';

/** The fallback for a path without a screen (document 002 section 2). */
export function UnknownPath() {
  const { pathname } = useLocation();
  usePageHeading(TITLE);
  return (
    <StateMessage
      page
      icon={<ExploreOffOutlined />}
      title={TITLE}
      text={
        <>
          O endereço <strong style={{ overflowWrap: 'anywhere' }}>{pathname}</strong> não existe ou mudou de
          lugar.
        </>
      }
      actions={
        <Button variant="contained" component={Link} to="/home">
          Ir para Home
        </Button>
      }
    />
  );
}
