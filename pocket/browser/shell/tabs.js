// Messages between the tabs that show the site: one asks, the others answer.

const ANSWER_TIMEOUT = 400;

export class Tabs {
  constructor(name) {
    this.channel = new BroadcastChannel(name);
    this.answers = {};
    this.asked = new Map();
    this.channel.addEventListener("message", ({ data }) => this.hear(data));
  }

  // `answer` returns this tab's answer to a question, or undefined.
  on(question, answer) {
    this.answers[question] = answer;
  }

  async hear({ question, id, answer }) {
    if (question === undefined) return this.asked.get(id)?.(answer);
    const own = await this.answers[question]?.();
    if (own !== undefined) this.channel.postMessage({ id, answer: own });
  }

  // All answers within a while, or those up to the answer `until`.
  ask(question, { wait = ANSWER_TIMEOUT, until } = {}) {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const answers = [];
      const end = () => {
        this.asked.delete(id);
        resolve(answers);
      };
      const late = setTimeout(end, wait);
      this.asked.set(id, (answer) => {
        answers.push(answer);
        if (answer !== until) return;
        clearTimeout(late);
        end();
      });
      this.channel.postMessage({ question, id });
    });
  }
}
