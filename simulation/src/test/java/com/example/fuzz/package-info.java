/** What an application would upload. */
package com.example.fuzz;
