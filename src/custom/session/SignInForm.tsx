import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { isCpf } from '../../../contract/rules/documents.ts';
import { signIn } from '../../dataProvider/authProvider.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { MaskedField } from '../components/inputs/MaskedField.tsx';
import { Captcha, useCaptcha } from './Captcha.tsx';

interface Fields {
  cpf: string;
  senha: string;
}

interface SignInFormProps {
  cpf?: string | undefined;
  /** Receives who signed in. */
  onSignedIn: (personId: number) => void;
}

/** CPF and password, with the proof of work solved while they are typed. */
export function SignInForm({ cpf = '', onSignedIn }: SignInFormProps) {
  const captcha = useCaptcha();
  const [failure, setFailure] = useState('');
  const { control, handleSubmit, formState, setFocus } = useForm<Fields>({
    defaultValues: { cpf, senha: '' },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (fields) => {
    setFailure('');
    try {
      const proof = await captcha.proof();
      await signIn({ ...fields, ...(proof && { captcha: proof }) });
      onSignedIn(currentLoad()?.colaborador.id ?? 0);
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : 'Ocorreu um erro desconhecido!');
      captcha.reset();
      setFocus('senha');
    }
  });
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Controller
        name="cpf"
        control={control}
        rules={{ validate: (value) => (value ? isCpf(value) || 'CPF inválido' : 'Campo obrigatório') }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <MaskedField
            {...field}
            kind="cpf"
            label="CPF"
            required
            fullWidth
            autoFocus={!cpf}
            disabled={Boolean(cpf) && formState.isSubmitting}
            error={fieldState.invalid}
            helperText={fieldState.error?.message}
            slotProps={{ htmlInput: { ref, autoComplete: 'username' } }}
          />
        )}
      />
      <Controller
        name="senha"
        control={control}
        rules={{ required: 'Campo obrigatório' }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextField
            {...field}
            inputRef={ref}
            type="password"
            label="Senha"
            required
            fullWidth
            autoFocus={Boolean(cpf)}
            error={fieldState.invalid}
            helperText={fieldState.error?.message}
            slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: 50 } }}
          />
        )}
      />
      <Captcha captcha={captcha} />
      <Button type="submit" variant="contained" size="large" fullWidth loading={formState.isSubmitting}>
        Entrar
      </Button>
    </Stack>
  );
}
