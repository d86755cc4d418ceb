// Dark or light: follows the system until the person chooses (remembered in this browser).
// Refuses to do: colours. Those are in style.css.

const KEY = 'umpire-theme';
const NEXT = { dark: 'light', light: 'dark' };

function systemTheme() {
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** Applies the theme and makes the button switch it. */
export function startTheme(button) {
  let chosen = localStorage.getItem(KEY);
  const show = () => {
    const theme = chosen ?? systemTheme();
    document.documentElement.dataset.theme = theme;
    button.textContent = NEXT[theme] === 'dark' ? 'Dark' : 'Light';
    button.setAttribute('aria-label', `Switch to the ${NEXT[theme]} colours`);
  };
  button.addEventListener('click', () => {
    chosen = NEXT[chosen ?? systemTheme()];
    localStorage.setItem(KEY, chosen);
    show();
  });
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', show);
  show();
}
