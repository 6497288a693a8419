import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import { lazyScreen, whenIdle } from '#ui/shell/loadLater.tsx';

const Form = () => <p>Formulário</p>;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a screen that is loaded later', () => {
  const renderIn = (Part: ReturnType<typeof lazyScreen>) => {
    const shown = jest.fn<() => void>();
    const Skeleton = () => {
      useEffect(shown);
      return null;
    };
    render(
      <Suspense fallback={<Skeleton />}>
        <Part />
      </Suspense>,
    );
    return shown;
  };

  it('shows a skeleton while its code is fetched', async () => {
    const skeleton = renderIn(lazyScreen(async () => ({ Form }), 'Form'));
    expect(await screen.findByText('Formulário')).toBeInTheDocument();
    expect(skeleton).toHaveBeenCalled();
  });

  it('appears at once when its code was fetched before', async () => {
    const Part = lazyScreen(async () => ({ Form }), 'Form');
    await Part.preload();
    const skeleton = renderIn(Part);
    expect(screen.getByText('Formulário')).toBeInTheDocument();
    expect(skeleton).not.toHaveBeenCalled();
  });

  it('fetches again what could not be fetched before', async () => {
    const load = jest.fn(async () => ({ Form })).mockRejectedValueOnce(new Error('offline'));
    const Part = lazyScreen(load, 'Form');
    await Part.preload();
    renderIn(Part);
    expect(await screen.findByText('Formulário')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('what waits until the page is idle', () => {
  it('waits for the code of a screen', async () => {
    let arrive = () => {};
    const Part = lazyScreen(
      () => new Promise<{ Form: typeof Form }>((resolve) => (arrive = () => resolve({ Form }))),
      'Form',
    );
    const run = jest.fn();
    void Part.preload();
    void whenIdle(run);
    await pause(250);
    expect(run).not.toHaveBeenCalled();
    arrive();
    await pause(250);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
