package org.thetisdb.benchmarks.driver.script;

/** The calls that make a workload's data. Each may be made twice; the order does not matter. */
public interface LoadPlan {
  /** No data. */
  LoadPlan NOTHING =
      new LoadPlan() {
        @Override
        public String procedure() {
          return "";
        }

        @Override
        public int calls() {
          return 0;
        }

        @Override
        public Object[] arguments(int call) {
          throw new IndexOutOfBoundsException("there is nothing to load");
        }
      };

  /** The procedure that loads. */
  String procedure();

  /** How often it is called. */
  int calls();

  /** The arguments of one call. */
  Object[] arguments(int call);
}
