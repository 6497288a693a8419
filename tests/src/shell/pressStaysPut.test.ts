import { afterEach, describe, expect, it } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { CallFailure } from '#data/http.ts';
import { retryInterval } from '#data/useRoute.ts';
import { focusOnClick } from '#ui/shell/focus.ts';

focusOnClick();

afterEach(() => {
  document.body.innerHTML = '';
});

describe('pressing a button beside a field', () => {
  it('blurs the field on click, not earlier', async () => {
    document.body.innerHTML =
      '<main tabindex="-1"><input aria-label="CPF"><a href="#senha">Esqueci</a></main>';
    const [field, link] = [document.querySelector('input'), document.querySelector('a')];
    const user = userEvent.setup();
    const seen: string[] = [];
    field?.addEventListener('blur', () => seen.push('blur'));
    link?.addEventListener('mousedown', () => seen.push('press'));
    link?.addEventListener('mouseup', () => seen.push('release'));
    link?.addEventListener('click', () => seen.push('click'));
    await user.click(field as HTMLElement);
    await user.click(link as HTMLElement);
    expect(seen).toEqual(['press', 'release', 'blur', 'click']);
    expect(link).toHaveFocus();
  });

  it('moves the focus at once when no text field has it', async () => {
    document.body.innerHTML = '<button>um</button><button>dois</button>';
    const [one, two] = [...document.querySelectorAll('button')];
    const user = userEvent.setup();
    await user.click(one as HTMLElement);
    await user.pointer({ target: two as HTMLElement, keys: '[MouseLeft>]' });
    expect(two).toHaveFocus();
  });
});

describe('request that failed because the server was unreachable', () => {
  it('is retried with growing delays; a refusal is final', () => {
    const away = new CallFailure(0, 'away');
    expect([1, 2, 3, 9].map((failures) => retryInterval(away, failures))).toEqual([
      3_000, 6_000, 12_000, 30_000,
    ]);
    expect(retryInterval(new CallFailure(503, 'full'), 1)).toBe(3_000);
    expect(retryInterval(new CallFailure(404, 'none'), 1)).toBe(false);
    expect(retryInterval(null, 0)).toBe(false);
  });
});
