import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FileList } from '#ui/components/files/FileList.tsx';
import { FilePicker, type FilePickerProps } from '#ui/components/files/FilePicker.tsx';
import { type StoredFile, sortFiles } from '#ui/components/files/fileRules.ts';
import type { UploadFile } from '#ui/components/files/useUploads.ts';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

const MB = 1_048_576;

const file = (name: string, bytes = 1000, type = 'image/jpeg') => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
};

/** Uploads that the test completes manually, in any order. */
const handDriven = () => {
  const going: Record<
    string,
    {
      end: () => void;
      fail: (text: string) => void;
      progress: (sent: number, total: number) => void;
      signal: AbortSignal;
    }
  > = {};
  const upload = jest.fn<UploadFile>(
    (sent, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        going[sent.name] = {
          end: () => resolve({ id: `id-${sent.name}`, nome: sent.name, mime: sent.type, tamanho: sent.size }),
          fail: (text) => reject(new Error(text)),
          progress: onProgress,
          signal,
        };
      }),
  );
  const of = (name: string) => {
    const one = going[name];
    if (!one) throw new Error(`${name} was not sent`);
    return one;
  };
  return { upload, of };
};

const Picker = (props: Partial<FilePickerProps> & { upload: UploadFile; initial?: StoredFile[] }) => {
  const [files, setFiles] = useState<readonly StoredFile[]>(props.initial ?? []);
  return (
    <FilePicker
      label="Fotos"
      required={false}
      maxBytes={10 * MB}
      {...props}
      files={files}
      onChange={setFiles}
    />
  );
};

const choose = (...files: File[]) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
};
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('group', { name: 'Fotos' }), { dataTransfer: { files } });

beforeEach(() => {
  URL.createObjectURL = () => 'blob:foto';
  URL.revokeObjectURL = jest.fn();
});

it('takes no files and gives up none while it is disabled', () => {
  const { upload } = handDriven();
  const initial = [{ id: '1', nome: 'a.jpg', mime: 'image/jpeg', tamanho: 10 }];
  render(<Picker upload={upload} initial={initial} disabled />);
  choose(file('b.jpg'));
  drop(file('c.jpg'));
  expect(upload).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Escolher arquivos' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Remover a.jpg' })).toBeDisabled();
});

describe('sortFiles', () => {
  const limits = { accept: ['.jpg', '.pdf'], maxCount: 2, maxFileBytes: 5 * MB };
  it('accepts .jpeg and capitals like .jpg, and gives the reason of a refusal', () => {
    const given = [
      file('a.JPEG'),
      file('b.gif'),
      file('c.pdf', 6 * MB),
      file('vazio.jpg', 0),
      file('d.pdf'),
      file('e.jpg'),
    ];
    const { accepted, refused } = sortFiles(given, 0, limits);
    expect(accepted.map(({ name }) => name)).toEqual(['a.JPEG', 'd.pdf']);
    expect(refused).toEqual([
      { name: 'b.gif', reason: 'Formato não aceito. Envie .jpg ou .pdf.' },
      { name: 'c.pdf', reason: 'Tamanho máximo de arquivo é de 5MB' },
      { name: 'vazio.jpg', reason: 'O arquivo está vazio.' },
      { name: 'e.jpg', reason: 'É possível anexar no máximo 2 arquivos.' },
    ]);
  });

  it('rejects a name without an extension', () => {
    expect(sortFiles([file('jpg')], 0, limits).accepted).toEqual([]);
  });
});

describe('FilePicker', () => {
  it('uploads files that are chosen, dropped or pasted, and shows their progress', async () => {
    const { upload, of } = handDriven();
    const onStatus = jest.fn();
    render(<Picker upload={upload} onStatus={onStatus} />);
    choose(file('a.jpg', 2 * MB));
    drop(file('b.png', MB, 'image/png'));
    fireEvent.paste(screen.getByRole('button', { name: 'Escolher arquivos' }), {
      clipboardData: { files: [file('c.jpg', MB)] },
    });
    expect(upload).toHaveBeenCalledTimes(3);
    act(() => of('a.jpg').progress(42, 100));
    expect(screen.getByText('Enviando 42%')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Enviando a.jpg' })).toHaveAttribute(
      'aria-valuenow',
      '42',
    );
    expect(screen.getByText('4 MB de 10 MB')).toBeInTheDocument();
    expect(onStatus).toHaveBeenLastCalledWith({ going: 3, stopped: 0, exceeded: false });
    await expectNoAxeViolations();
    await act(async () => {
      of('b.png').end();
      of('a.jpg').end();
    });
    expect(screen.getByRole('button', { name: 'Remover a.jpg' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remover b.png' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancelar envio de c.jpg' })).toBeInTheDocument();
    expect(onStatus).toHaveBeenLastCalledWith({ going: 1, stopped: 0, exceeded: false });
  });

  it('retries a failed file by itself', async () => {
    const { upload, of } = handDriven();
    render(<Picker upload={upload} />);
    choose(file('a.jpg'));
    await act(async () => of('a.jpg').fail('Falha na comunicação com o servidor!'));
    expect(screen.getByText('Falha na comunicação com o servidor!')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente a.jpg' }));
    await act(async () => of('a.jpg').end());
    expect(screen.getByRole('button', { name: 'Remover a.jpg' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Tentar/ })).not.toBeInTheDocument();
  });

  it('cancels a running upload, and removes an existing file', async () => {
    const { upload, of } = handDriven();
    const there = { id: 'antigo', nome: 'antiga.pdf', mime: 'application/pdf', tamanho: MB };
    render(<Picker upload={upload} initial={[there]} />);
    choose(file('a.jpg'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar envio de a.jpg' }));
    expect(of('a.jpg').signal.aborted).toBe(true);
    await act(async () => of('a.jpg').end());
    await userEvent.click(screen.getByRole('button', { name: 'Remover antiga.pdf' }));
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('holds files beyond the limit, and uploads them when there is room', async () => {
    const { upload, of } = handDriven();
    const there = { id: 'antigo', nome: 'grande.pdf', mime: 'application/pdf', tamanho: 9 * MB };
    const onStatus = jest.fn();
    render(<Picker upload={upload} initial={[there]} onStatus={onStatus} />);
    choose(file('a.jpg', 2 * MB));
    expect(upload).not.toHaveBeenCalled();
    expect(screen.getAllByText('Atenção: Você excedeu o limite de 10 MB').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Tentar novamente a.jpg' })).not.toBeInTheDocument();
    expect(onStatus).toHaveBeenLastCalledWith({ going: 0, stopped: 1, exceeded: true });
    await userEvent.click(screen.getByRole('button', { name: 'Remover grande.pdf' }));
    expect(upload).toHaveBeenCalledTimes(1);
    await act(async () => of('a.jpg').end());
    expect(screen.queryByText(/excedeu/)).not.toBeInTheDocument();
    expect(onStatus).toHaveBeenLastCalledWith({ going: 0, stopped: 0, exceeded: false });
  });

  it('uploads files that fit, whatever precedes them, and a held one when room is freed', async () => {
    const { upload, of } = handDriven();
    const onStatus = jest.fn();
    const { rerender } = render(<Picker upload={upload} usedBytes={4 * MB} onStatus={onStatus} />);
    choose(file('enorme.jpg', 12 * MB), file('a.jpg', MB), file('media.jpg', 8 * MB), file('b.jpg', MB));
    expect(upload.mock.calls.map(([{ name }]) => name)).toEqual(['a.jpg', 'b.jpg']);
    await act(async () => of('a.jpg').end());
    await act(async () => of('b.jpg').end());
    rerender(<Picker upload={upload} usedBytes={0} onStatus={onStatus} />);
    expect(upload.mock.calls.map(([{ name }]) => name)).toEqual(['a.jpg', 'b.jpg', 'media.jpg']);
    await act(async () => of('media.jpg').end());
    expect(screen.queryByText(/excedeu/)).not.toBeInTheDocument();
    expect(onStatus).toHaveBeenLastCalledWith({ going: 0, stopped: 0, exceeded: false });
  });

  it('refuses a file that alone exceeds the limit at once, so that it takes no place', () => {
    render(<Picker upload={handDriven().upload} />);
    choose(file('enorme.jpg', 12 * MB));
    expect(screen.getByText('enorme.jpg: Tamanho máximo de arquivo é de 10MB')).toBeInTheDocument();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('counts the bytes of other dialogs', () => {
    render(<Picker upload={handDriven().upload} usedBytes={4 * MB} />);
    expect(screen.getByText('4 MB de 10 MB')).toBeInTheDocument();
  });

  it('shows the reason of a refusal for five seconds, and stops at six files', () => {
    jest.useFakeTimers();
    const { upload } = handDriven();
    render(<Picker upload={upload} />);
    choose(file('virus.exe'));
    expect(screen.getByText('virus.exe: Formato não aceito. Envie .jpg, .png ou .pdf.')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(5000));
    expect(screen.queryByText(/virus/)).not.toBeInTheDocument();
    choose(...Array.from({ length: 7 }, (_, index) => file(`${index}.jpg`)));
    expect(upload).toHaveBeenCalledTimes(6);
    expect(screen.getByText('6.jpg: É possível anexar no máximo 6 arquivos.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Escolher arquivos' })).toBeDisabled();
    jest.useRealTimers();
  });

  it('accepts files pasted anywhere on request', async () => {
    const { upload } = handDriven();
    render(<Picker upload={upload} pasteAnywhere />);
    fireEvent.paste(document.body, { clipboardData: { files: [file('a.jpg')] } });
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(1));
  });

  it('aborts all uploads when it unmounts', () => {
    const { upload, of } = handDriven();
    const { unmount } = render(<Picker upload={upload} />);
    choose(file('a.jpg'));
    unmount();
    expect(of('a.jpg').signal.aborted).toBe(true);
  });

  describe('on a touch screen', () => {
    const original = window.matchMedia;
    afterEach(() => {
      window.matchMedia = original;
    });

    it('offers the camera', () => {
      window.matchMedia = (media) => ({ ...original(media), matches: media.includes('coarse') });
      render(<Picker upload={handDriven().upload} />);
      expect(screen.getByRole('button', { name: 'Tirar foto' })).toBeEnabled();
      expect(document.querySelector('input[capture=environment]')).toHaveAttribute('accept', 'image/*');
    });
  });
});

describe('FileList', () => {
  it('shows the end of a long name, the full name as title, size and download', async () => {
    const name = 'fotografia-da-caixa-amassada-na-entrega-1.jpg';
    render(<FileList files={[{ id: 1, name, href: '/sac/anexos/1', bytes: 1.5 * MB }]} />);
    const link = within(screen.getByRole('listitem')).getByRole('link', { name: `Baixar ${name}` });
    expect(link).toHaveTextContent(`…${name.slice(-23)}`);
    expect(link).toHaveAttribute('title', name);
    expect(link).toHaveAttribute('href', '/sac/anexos/1');
    expect(screen.getByText('1,5 MB')).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it('shows a text when there are no files', () => {
    render(<FileList files={[]} empty="Nenhum anexo." />);
    expect(screen.getByText('Nenhum anexo.')).toBeInTheDocument();
  });
});
