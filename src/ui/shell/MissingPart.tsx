import SystemUpdateOutlined from '@mui/icons-material/SystemUpdateAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { isOutdated } from './newVersion.ts';
import { StateMessage } from './states/StateMessage.tsx';

interface MissingPartProps {
  /** Whether the console was updated since the page was loaded, so that its old parts no longer exist. */
  outdated: boolean;
  /** Tries again, and answers whether the part is there now. */
  onRetry: () => Promise<boolean>;
}

/**
 * Takes the place of a part of the console that could not be loaded. What surrounds it stays, so that nothing typed is lost
 * before the person decides to load the page again.
 */
export function MissingPart({ outdated: before, onRetry }: MissingPartProps) {
  const [outdated, setOutdated] = useState(before);
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    if (await onRetry()) return;
    setOutdated(await isOutdated());
    setTrying(false);
  };
  return (
    <StateMessage
      role="alert"
      icon={<SystemUpdateOutlined />}
      title={outdated ? 'O console foi atualizado' : 'Esta parte da tela não carregou'}
      text={
        outdated
          ? 'Esta página é de antes da atualização. Salve o que estiver aberto e carregue a página de novo.'
          : 'Verifique a conexão e tente de novo. O que você digitou continua aqui.'
      }
      actions={
        outdated ? (
          <Button variant="contained" onClick={() => location.reload()}>
            Carregar a página de novo
          </Button>
        ) : (
          <Button variant="contained" onClick={retry} loading={trying}>
            Tentar de novo
          </Button>
        )
      }
    />
  );
}
