package org.thetisdb.replication.log.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Questions for the ends of logs. A site that follows idle ones asks several times a second for
 * each, so all that wait go together, over one client that is kept while it gets answers.
 *
 * <p>{@link #ask} may be called by any thread; all else is done by the thread for jobs. As many
 * questions wait as are asked while one job runs.
 */
final class EndQuestions {
  private final KafkaLogSettings settings;
  private final Executor jobs;
  private final Function<Throwable, RuntimeException> explain;
  private final Queue<Question> waiting = new ConcurrentLinkedQueue<>();
  private Admin client;

  private record Question(TopicPartition log, BiConsumer<Long, RuntimeException> done) {}

  /**
   * No questions yet.
   *
   * @param explain makes what Kafka says to what its callers hear
   */
  EndQuestions(
      KafkaLogSettings settings, Executor jobs, Function<Throwable, RuntimeException> explain) {
    this.settings = settings;
    this.jobs = jobs;
    this.explain = explain;
  }

  /** Asks for the end of one log; {@code done} is called on a thread of Kafka's, or of jobs. */
  void ask(TopicPartition log, BiConsumer<Long, RuntimeException> done) {
    waiting.add(new Question(log, done));
    jobs.execute(this::askAll);
  }

  private void askAll() {
    List<Question> questions = new ArrayList<>();
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (Question q = waiting.poll(); q != null; q = waiting.poll()) {
      questions.add(q);
      wanted.put(q.log, OffsetSpec.latest());
    }
    if (questions.isEmpty()) {
      return; // they went with the job before
    }
    try {
      if (client == null) {
        client = Admin.create(ClientSettings.admin(settings));
      }
      Admin asked = client;
      ListOffsetsResult found = asked.listOffsets(wanted);
      questions.forEach(q -> answer(q, found.partitionResult(q.log).toCompletionStage(), asked));
    } catch (RuntimeException e) {
      questions.forEach(q -> q.done.accept(0L, explain.apply(e)));
    }
  }

  private void answer(
      Question question, CompletionStage<ListOffsetsResultInfo> answer, Admin asked) {
    answer.whenComplete(
        (found, error) -> {
          if (error == null) {
            question.done.accept(found.offset(), null);
          } else {
            question.done.accept(0L, explain.apply(error));
            jobs.execute(() -> leave(asked));
          }
        });
  }

  /** A client that has failed may know an address that is no longer right. */
  private void leave(Admin failed) {
    if (client == failed) {
      close();
    }
  }

  /** Ends the client; the next question makes another one. */
  void close() {
    if (client != null) {
      client.close(Duration.ZERO);
      client = null;
    }
  }
}
