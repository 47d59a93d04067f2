/* Connects the page's form to allauth's passkey script. */

const { addForm, authenticateForm, loginForm } = window.allauth.webauthn.forms;
const WAYS = { add: addForm, authenticate: authenticateForm, login: loginForm };

for (const button of document.querySelectorAll("[data-passkey]")) {
  const way = button.dataset.passkey;
  const ids = { [way]: button.id, credential: button.dataset.credential };
  if (document.getElementById("js_data")) ids.data = "js_data";
  if (document.getElementById("passkey_alone")) ids.passwordless = "passkey_alone";
  WAYS[way]({ ids });
  button.hidden = !window.PublicKeyCredential;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey_failed").hidden = false;
});
