// The other tabs of this browser that show the site: what one asks, each answers that has something to say.

const ANSWER_TIMEOUT = 400;

export class Tabs {
  constructor(name) {
    this.channel = new BroadcastChannel(name);
    this.answers = {};
    this.asked = new Map();
    this.channel.addEventListener("message", ({ data }) => this.hear(data));
  }

  // `answer` gives what this tab says to a question, or nothing.
  on(question, answer) {
    this.answers[question] = answer;
  }

  async hear({ question, id, answer }) {
    if (question === undefined) return this.asked.get(id)?.(answer);
    const own = await this.answers[question]?.();
    if (own !== undefined) this.channel.postMessage({ id, answer: own });
  }

  // All that the others said within a while, or the first one alone.
  ask(question, { wait = ANSWER_TIMEOUT, first = false } = {}) {
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
        if (!first) return;
        clearTimeout(late);
        end();
      });
      this.channel.postMessage({ question, id });
    });
  }
}
