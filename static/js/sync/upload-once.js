// Sends files to import only once, and none that is too large for the site.

export function uploadOnce(form) {
  const file = form.querySelector("input[type=file]");
  const button = form.querySelector("button");
  file.addEventListener("change", () => file.setCustomValidity(tooLarge(form, file) ? form.dataset.sayTooLarge : ""));
  form.addEventListener("submit", (event) => {
    if (form.dataset.sending) return event.preventDefault();
    form.dataset.sending = "yes";
    form.setAttribute("aria-busy", "true");
    button.textContent = form.dataset.sayWait;
  });
}

const tooLarge = (form, file) => [...file.files].some((each) => each.size > Number(form.dataset.bring));
