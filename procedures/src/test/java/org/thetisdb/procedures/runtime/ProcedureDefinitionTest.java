package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** What a procedure must look like, and how it is called. */
class ProcedureDefinitionTest {
  /** Touches no table; a base to make procedures from. */
  public abstract static class Base implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of();
    }
  }

  public static final class EveryType extends Base {
    @SuppressWarnings("unused")
    public List<Object> run(
        Context ctx,
        boolean flag,
        int small,
        long big,
        double ratio,
        Long boxed,
        BigDecimal price,
        String name,
        byte[] data,
        Instant at,
        UUID ref,
        List<String> list,
        Map<String, Object> map) {
      return List.of(flag, small, big, ratio, boxed == null ? "no" : boxed, price, name);
    }
  }

  private static ProcedureDefinition define(Procedure procedure) {
    return ProcedureDefinition.of(procedure, "bank", 1);
  }

  private static void assertRefused(Procedure procedure, String problem) {
    assertThatThrownBy(() -> define(procedure))
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BAD_JAR);
              assertThat(e.getMessage())
                  .contains("class " + procedure.getClass().getName() + " is no procedure: ")
                  .contains(problem);
            });
  }

  @Test
  void aProcedureTellsWhatItIs() {
    ProcedureDefinition payment = define(new SendPayment());
    assertThat(payment.name()).isEqualTo("SendPayment");
    assertThat(payment.jarName()).isEqualTo("bank");
    assertThat(payment.jarVersion()).isEqualTo(1);
    assertThat(payment.hasPlan()).isTrue();
    assertThat(payment.readOnly()).isFalse();
    assertThat(payment.tables()).containsExactly(SendPayment.CHECKING);
    assertThat(payment.parameterTypes()).containsExactly(long.class, long.class, long.class);
    assertThat(payment).hasToString("SendPayment(long, long, long) of bank v1");
  }

  @Test
  void argumentsArriveInTheirTypes() throws Exception {
    ProcedureDefinition every = define(new EveryType());
    Object[] given = {
      true, 1, 2, 3, null, 4L, "n", new byte[1], Instant.EPOCH, new UUID(1, 2), List.of(), Map.of()
    };
    Object[] checked = every.checkArguments(given);
    assertThat(every.run(null, checked)).hasToString("[true, 1, 2, 3.0, no, 4, n]");
    assertThat(given[2]).isEqualTo(2);
    assertThat(every.checkArguments(checked)).isSameAs(checked);
  }

  @Test
  void wrongArgumentsAreListed() {
    ProcedureDefinition payment = define(new SendPayment());
    assertWrong(payment, "(long, long, long), but was called with (Long, Long)", 1L, 2L);
    assertWrong(payment, "but was called with (Long, String, Long)", 1L, "2", 3L);
    assertWrong(payment, "but was called with (Long, null, Integer)", 1L, null, 3);
    assertWrong(payment, "but was called with (Long, Double, Integer)", 1L, 2.0, 3);
  }

  private static void assertWrong(ProcedureDefinition procedure, String text, Object... given) {
    assertThatThrownBy(() -> procedure.checkArguments(given))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENTS))
        .hasMessageContaining(text);
  }

  @Test
  void thePlanNamesKeys() throws Exception {
    ProcedureDefinition payment = define(new SendPayment());
    TableRegistry tables = TableRegistry.empty(100).withTable(0, SendPayment.CHECKING.schema());
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(tables);
    payment.plan(builder, payment.checkArguments(new Object[] {5, 3L, 100}));
    assertThat(builder.build().writes()).hasSize(2);
  }

  public static final class Fails extends Base {
    public void run(Context ctx, int how) throws IOException {
      switch (how) {
        case 0 -> throw new IOException("zero");
        case 1 -> throw new StackOverflowError("one");
        default -> throw ctx.abort("two");
      }
    }
  }

  @Test
  void exceptionsComeOutAsTheyAre() {
    ProcedureDefinition fails = define(new Fails());
    assertThatThrownBy(() -> fails.run(null, new Object[] {0})).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> fails.run(null, new Object[] {1}))
        .isInstanceOf(StackOverflowError.class);
    assertThat(fails.hasPlan()).isFalse();
    assertThatThrownBy(() -> fails.plan(null, new Object[0]))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void exceptionsHaveCodes() {
    ProcedureDefinition fails = define(new Fails());
    ThetisException aborted = fails.toError(new AbortException("No."));
    assertThat(aborted.code()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE);
    assertThat(aborted.getStackTrace()).as("it may come with each call").isEmpty();
    assertThat(aborted).hasMessage("No.");
    ThetisException failed = fails.toError(new ArithmeticException("/ by zero"));
    assertThat(failed.code()).isEqualTo(ErrorCode.PROCEDURE_FAILED);
    assertThat(failed)
        .hasMessage("Procedure \"Fails\" failed: java.lang.ArithmeticException: / by zero.");
    ThetisException full = new ThetisException(ErrorCode.OVERLOADED, "x");
    assertThat(fails.toError(full)).isSameAs(full);
  }

  @Test
  void resultsAreCheckedBeforeTheyAreSent() {
    ProcedureDefinition fails = define(new Fails());
    assertThat(fails.encodeResult(null)).isEmpty();
    assertThat(ValueCodec.decode(fails.encodeResult(5))).isEqualTo(5);
    assertThatThrownBy(() -> fails.encodeResult(new Thread()))
        .hasMessage(
            "Procedure \"Fails\" returned a java.lang.Thread, which cannot be sent;"
                + " the transaction was rolled back.");
  }

  public static final class NoRun extends Base {}

  public static final class TwoRuns extends Base {
    public void run(Context ctx) {}

    public void run(Context ctx, int more) {}
  }

  public static final class NoContext extends Base {
    public void run(long id) {}
  }

  public static final class StaticRun extends Base {
    public static void run(Context ctx) {}
  }

  public static final class Varargs extends Base {
    public void run(Context ctx, String... all) {}
  }

  public static final class OddParameter extends Base {
    public void run(Context ctx, Thread thread) {}
  }

  public static final class OddResult extends Base {
    public Optional<String> run(Context ctx) {
      return Optional.empty();
    }
  }

  public static final class OtherPlan extends Base {
    public void plan(Plan plan, int id) {}

    public void run(Context ctx, long id) {}
  }

  public static final class TwoPlans extends Base {
    public void plan(Plan plan) {}

    public void plan(Plan plan, int id) {}

    public void run(Context ctx) {}
  }

  static final class Hidden extends Base {
    public void run(Context ctx) {}
  }

  @Test
  void badSignaturesAreExplained() {
    assertRefused(new NoRun(), "needs exactly one public method run, but has 0");
    assertRefused(new TwoRuns(), "needs exactly one public method run, but has 2");
    assertRefused(new NoContext(), "the first parameter of run must be a Context");
    assertRefused(new StaticRun(), "run must not be static");
    assertRefused(new Varargs(), "run must not take a variable number of arguments; take a List");
    assertRefused(new OddParameter(), "run has a parameter of type Thread; allowed are boolean,");
    assertRefused(new OddResult(), "run returns Optional, which cannot be sent to a caller");
    assertRefused(new OtherPlan(), "plan takes (int) after the Plan, but run takes (long) after");
    assertRefused(new TwoPlans(), "has 2 public methods plan; one is allowed");
    assertRefused(new Hidden(), "run cannot be called; make its class public");
  }

  public static final class Named extends Base {
    private final String name;
    private final List<Table> tables;

    Named(String name, List<Table> tables) {
      this.name = name;
      this.tables = tables;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Table> tables() {
      if (tables == null) {
        throw new IllegalStateException("no tables today");
      }
      return tables;
    }

    public void run(Context ctx) {}
  }

  @Test
  void namesAndTablesAreChecked() {
    Table other =
        Table.define("checking").key("id", org.thetisdb.core.schema.ColumnType.INT).build();
    assertRefused(new Named("send payment", List.of()), "its name \"send payment\" is not up to");
    assertRefused(new Named(null, List.of()), "its name \"null\" is not up to");
    assertRefused(new Named("a", null), "IllegalStateException: no tables today");
    assertRefused(
        new Named("a", List.of(SendPayment.CHECKING, other)), "two different tables checking");
  }

  /** A run that is inherited counts. */
  public static class Parent extends Base {
    public long run(Context ctx, long id) {
      return id;
    }
  }

  public static final class Child extends Parent {}

  @Test
  void aRunMayBeInherited() throws Exception {
    assertThat(define(new Child()).run(null, new Object[] {5L})).isEqualTo(5L);
  }
}
