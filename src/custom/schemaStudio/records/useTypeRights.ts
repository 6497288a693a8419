import { useEffect, useState } from 'react';
import type { DefinitionDetail } from '#contract/config/definitions.ts';
import { type GivenRights, type TypeRights, typeRightRoutes } from '#contract/records/routes/typeRights.ts';
import { call } from '#data/call.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface ChosenRights {
  /** `null` while loading, and for kinds of definitions without rights. */
  value: TypeRights | null;
  isLoading: boolean;
  failure: string;
  put: (perfis: TypeRights['perfis']) => void;
  /** What is sent with the publication; later ones only send what somebody chose. */
  chosen: GivenRights[] | undefined;
}

/** What roles may do with the records of a type that is about to be published. */
export function useTypeRights({ tipo, chave, publicado, rascunho }: DefinitionDetail): ChosenRights {
  const [value, setValue] = useState<TypeRights | null>(null);
  const [failure, setFailure] = useState('');
  const [touched, setTouched] = useState(false);
  const isType = tipo === 'records';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the proposal follows the draft, which the server reads
  useEffect(() => {
    if (!isType) return;
    const abort = new AbortController();
    call(typeRightRoutes.get, { params: { chave } }, { signal: abort.signal })
      .then(({ data }) => {
        setValue(data);
        setTouched(false);
      })
      .catch((error: unknown) => !abort.signal.aborted && setFailure(errorText(error)));
    return () => abort.abort();
  }, [isType, chave, rascunho]);
  // Giving up permissions of the console for its own must not take from anybody what they could do.
  const releases = publicado?.permissoes !== undefined && rascunho?.permissoes === undefined;
  const sends = value?.podeMudar && (value.primeira || touched || releases);
  return {
    value,
    isLoading: isType && value === null,
    failure,
    put: (perfis) => {
      setTouched(true);
      setValue((now) => now && { ...now, perfis });
    },
    chosen: sends ? value.perfis.map(({ id, verbos }) => ({ idPerfil: id, verbos })) : undefined,
  };
}
