package org.thetisdb.benchmarks.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.sql.statement.Compiled;

/**
 * What SQL costs: statements that are known, at a site from the message of the router to the
 * encoded result, with the row store; the same at the router, from the client's arguments to keys
 * and message; and statements that are met for the first time. Locks, snapshots, the log and the
 * network are not part of it, since calls of procedures need them, too.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class SqlStatementBenchmark {
  private static final byte[] ONE_ARGUMENT = ValueCodec.encode(List.of(List.of(7L)));
  private static final byte[] TWO_ARGUMENTS = ValueCodec.encode(List.of(Arrays.asList(1L, 7L)));

  /** Makes texts that were never seen. */
  @State(Scope.Thread)
  public static class Texts {
    private long count;

    String next(String text) {
      return text.replace("id = ?", "id = " + ++count + " + ?");
    }
  }

  /** A cached SELECT by primary key at a site. */
  @Benchmark
  public byte[] selectAtSite(SqlAccounts accounts) {
    return accounts.execute(accounts.next(accounts.selects()));
  }

  /** A cached UPDATE by primary key at a site, installed in the row store. */
  @Benchmark
  public byte[] updateAtSite(SqlAccounts accounts) {
    return accounts.execute(accounts.next(accounts.updates()));
  }

  /** A cached SELECT by primary key at the router. */
  @Benchmark
  public AccessPlan selectAtRouter(SqlAccounts accounts) {
    return accounts.route(SqlAccounts.SELECT, ONE_ARGUMENT);
  }

  /** A cached UPDATE by primary key at the router. */
  @Benchmark
  public AccessPlan updateAtRouter(SqlAccounts accounts) {
    return accounts.route(SqlAccounts.UPDATE, TWO_ARGUMENTS);
  }

  /** A SELECT that is compiled. */
  @Benchmark
  public Compiled prepareSelect(SqlAccounts accounts, Texts texts) {
    return accounts.prepare(texts.next(SqlAccounts.SELECT));
  }

  /** An UPDATE that is compiled, with its generated code. */
  @Benchmark
  public Compiled prepareUpdate(SqlAccounts accounts, Texts texts) {
    return accounts.prepare(texts.next(SqlAccounts.UPDATE));
  }
}
