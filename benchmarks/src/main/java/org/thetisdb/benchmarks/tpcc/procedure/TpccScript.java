package org.thetisdb.benchmarks.tpcc.procedure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccTransaction;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/** One terminal of a warehouse: the five transactions as calls. */
final class TpccScript implements Script {
  private static final String IN_FRAGMENTS = "InFragments";

  private final TpccInput input;
  private final boolean inFragments;
  private final RandomGenerator random;
  private final Observations witness;

  TpccScript(TpccInput input, boolean inFragments, RandomGenerator random, Observations witness) {
    this.input = input;
    this.inFragments = inFragments;
    this.random = random;
    this.witness = witness;
  }

  @Override
  public void next(NextCall call) {
    input.choose(random, Instant.EPOCH);
    switch (input.transaction()) {
      case NEW_ORDER -> set(call, input.warehouse(), input.district(), input.customer(), lines());
      case PAYMENT ->
          set(
              call,
              input.warehouse(),
              input.district(),
              input.customerWarehouse(),
              input.customerDistrict(),
              input.customer(),
              input.lastName(),
              input.amount());
      case ORDER_STATUS ->
          set(call, input.warehouse(), input.district(), input.customer(), input.lastName());
      case DELIVERY -> set(call, input.warehouse(), input.carrier());
      case STOCK_LEVEL -> set(call, input.warehouse(), input.district(), input.threshold());
    }
  }

  private void set(NextCall call, Object... arguments) {
    call.set(input.transaction().index(), procedure(input.transaction()), arguments);
  }

  private String procedure(TpccTransaction transaction) {
    return switch (transaction) {
      case NEW_ORDER, PAYMENT, STOCK_LEVEL ->
          inFragments ? transaction.label() + IN_FRAGMENTS : transaction.label();
      case ORDER_STATUS, DELIVERY -> transaction.label();
    };
  }

  private List<Integer> lines() {
    List<Integer> numbers = new ArrayList<>();
    for (TpccInput.Line line : input.lines()) {
      numbers.addAll(List.of(line.item(), line.supplier(), line.quantity()));
    }
    return numbers;
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    if (outcome.isCommitted()) {
      witness.ended(call.type(), Ending.COMMITTED);
    } else if (outcome.isUnknown()) {
      witness.ended(call.type(), Ending.UNKNOWN);
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE
        && !outcome.message().startsWith(NewOrder.NO_ITEM)) {
      witness.impossible(call.procedure() + " was refused: " + outcome.message());
    }
  }
}
